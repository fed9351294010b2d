'use client';

import { useState } from 'react';
import type { Message } from '../api/types';
import { Button } from '../ui/button';
import { copyText } from '../ui/copy';
import { CheckIcon, CopyIcon, DeleteIcon, MoreIcon, RenameIcon, ReplyIcon } from '../ui/icons';
import { Menu } from '../ui/menu';
import { useConversation } from './conversation-context';
import styles from './message.module.css';

/** Appears with the pointer or the keyboard's focus; what is possible comes with the message. */
export function MessageActions({ message, onDelete }: { message: Message; onDelete?: () => void }) {
  const { reply, correct } = useConversation();
  const [copied, setCopied] = useState(false);
  const may = (action: string): boolean => message.allowedActions.includes(action);
  const shown = (action: string): boolean => may(action) || message.blocked[action] !== undefined;
  const copy = async (): Promise<void> => {
    setCopied(await copyText(message.body ?? ''));
    setTimeout(() => setCopied(false), 1_600);
  };
  return (
    <div className={styles.actions} data-actions>
      {may('reply') && (
        <Button kind="icon" small label="Reply" onClick={() => reply(message)}>
          <ReplyIcon />
        </Button>
      )}
      <Button kind="icon" small label={copied ? 'Copied' : 'Copy as Markdown'} onClick={() => void copy()}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </Button>
      {(shown('supersede') || shown('delete')) && onDelete !== undefined && (
        <Menu
          align="end"
          trigger={
            <Button kind="icon" small label="More about this message">
              <MoreIcon />
            </Button>
          }
          entries={[
            ...(shown('supersede')
              ? [
                  {
                    kind: 'item' as const,
                    key: 'correct',
                    words: 'Correct',
                    icon: <RenameIcon />,
                    onSelect: () => correct(message),
                    blocked: message.blocked.supersede?.detail,
                  },
                ]
              : []),
            ...(shown('delete')
              ? [
                  {
                    kind: 'item' as const,
                    key: 'delete',
                    words: 'Delete',
                    icon: <DeleteIcon />,
                    danger: true,
                    onSelect: onDelete,
                    blocked: message.blocked.delete?.detail,
                  },
                ]
              : []),
          ]}
        />
      )}
    </div>
  );
}
