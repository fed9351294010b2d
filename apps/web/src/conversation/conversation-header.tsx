'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../api/client';
import { failureOf } from '../api/failure';
import { keys } from '../api/keys';
import type { Conversation } from '../api/types';
import { Button } from '../ui/button';
import { copyText } from '../ui/copy';
import {
  ArchiveIcon,
  AudienceIcon,
  BranchIcon,
  DeleteIcon,
  InspectorIcon,
  LinkIcon,
  MoreIcon,
  PrivateIcon,
  RailIcon,
  RenameIcon,
  RestoreIcon,
} from '../ui/icons';
import { Menu } from '../ui/menu';
import { Confirm } from '../ui/sheet';
import { SkeletonLines } from '../ui/skeleton';
import { audienceWords } from './audience-words';
import styles from './conversation.module.css';
import { useRepositoryLine } from './repository-line';
import { useShell } from './shell';
import { Title } from './title';

export function ConversationHeader({
  conversation,
  inspecting,
  onInspect,
}: {
  conversation: Conversation | undefined;
  inspecting: boolean;
  onInspect: () => void;
}) {
  const { openRail } = useShell();
  const queries = useQueryClient();
  const router = useRouter();
  const repositories = useRepositoryLine(conversation?.id);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [copied, setCopied] = useState(false);
  const id = conversation?.id ?? '';
  const update = useMutation({
    mutationFn: (change: { title?: string; state?: 'open' | 'archived' }) =>
      api.call('updateConversation', { params: { id }, body: change }),
    onSuccess: (next) => {
      queries.setQueryData(keys.conversation(id), next);
      void queries.invalidateQueries({ queryKey: keys.rail });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.call('deleteConversation', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.rail });
      router.push('/');
    },
  });
  const blocked = (action: string): string | undefined =>
    conversation === undefined || conversation.allowedActions.includes(action)
      ? undefined
      : (conversation.blocked[action]?.detail ?? 'Not possible now.');
  const copyLink = async (): Promise<void> => {
    setCopied(await copyText(`${window.location.origin}/c/${id}`));
    setTimeout(() => setCopied(false), 1_600);
  };
  const archived = conversation?.state === 'archived';
  return (
    <header className={styles.bar}>
      <Button kind="icon" className={styles.onlyNarrow} label="Conversations" onClick={openRail}>
        <RailIcon />
      </Button>
      <div className={styles.heading}>
        {conversation === undefined ? (
          <SkeletonLines widths={['240px', '140px']} />
        ) : (
          <>
            <Title
              title={conversation.title}
              editing={renaming}
              failure={update.isError && renaming ? failureOf(update.error).detail : undefined}
              onEdit={setRenaming}
              onSave={(title) => update.mutate({ title }, { onSuccess: () => setRenaming(false) })}
            />
            <p className={styles.sub}>
              <span>
                {conversation.audience.kind === 'private' ? <PrivateIcon /> : <AudienceIcon />}
                {audienceWords(conversation.audience)}
              </span>
              {repositories !== null && (
                <span>
                  <BranchIcon />
                  {repositories}
                </span>
              )}
              {archived && <span>Archived</span>}
            </p>
          </>
        )}
      </div>
      <Button kind="icon" className={styles.wide} label={copied ? 'Link copied' : 'Copy link'} onClick={() => void copyLink()}>
        <LinkIcon />
      </Button>
      <Menu
        align="end"
        trigger={
          <Button kind="icon" label="More" disabled={conversation === undefined}>
            <MoreIcon />
          </Button>
        }
        entries={[
          // The field takes the focus after the menu has given it back.
          {
            kind: 'item',
            key: 'rename',
            words: 'Rename',
            icon: <RenameIcon />,
            onSelect: () => setTimeout(() => setRenaming(true)),
            blocked: blocked('rename'),
          },
          { kind: 'item', key: 'link', words: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyLink() },
          archived
            ? {
                kind: 'item',
                key: 'restore',
                words: 'Restore',
                icon: <RestoreIcon />,
                onSelect: () => update.mutate({ state: 'open' }),
                blocked: blocked('restore'),
              }
            : {
                kind: 'item',
                key: 'archive',
                words: 'Archive',
                icon: <ArchiveIcon />,
                onSelect: () => update.mutate({ state: 'archived' }),
                blocked: blocked('archive'),
              },
          { kind: 'separator', key: 'line' },
          {
            kind: 'item',
            key: 'delete',
            words: 'Delete',
            icon: <DeleteIcon />,
            danger: true,
            onSelect: () => setDeleting(true),
            blocked: blocked('delete'),
          },
        ]}
      />
      <Button kind="icon" label="What agents see" aria-pressed={inspecting} onClick={onInspect}>
        <InspectorIcon />
      </Button>
      <Confirm
        open={deleting}
        title="Delete this conversation?"
        description="Its messages, answers and receipts are removed for everyone who can read it. This cannot be taken back."
        action="Delete for everyone"
        busy={remove.isPending}
        failure={remove.isError ? failureOf(remove.error).detail : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      />
    </header>
  );
}
