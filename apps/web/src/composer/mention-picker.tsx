'use client';

import { Fragment, useEffect, useRef } from 'react';
import type { Mention } from '../api/types';
import { RepositoryIcon } from '../ui/icons';
import { AgentMark } from '../ui/marks';
import styles from './mention-picker.module.css';
import type { Mentions } from './use-mentions';

const groups: Record<Mention['kind'], string> = { agent: 'Agents', repository: 'Repositories' };
export const optionId = (listId: string, index: number): string => `${listId}-option-${index}`;

/** The list above the text field. The field keeps the focus; the list only says which option is active. */
export function MentionPicker({ mentions, listId }: { mentions: Mentions; listId: string }) {
  const list = useRef<HTMLDivElement>(null);
  const { open, options, active } = mentions;
  useEffect(() => {
    if (open) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, open]);
  if (!open) return null;
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  return (
    <div
      ref={list}
      id={listId}
      className={styles.picker}
      role="listbox"
      aria-label="Mention an agent or a repository"
      onMouseDown={(event) => event.preventDefault()}
    >
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
          <p id={`${listId}-${kind}`} className={styles.group} role="presentation">
            {groups[kind]}
          </p>
          {options.map((option, index) =>
            option.kind !== kind ? (
              <Fragment key={option.id} />
            ) : (
              <div
                key={option.id}
                id={optionId(listId, index)}
                role="option"
                aria-selected={index === active}
                aria-disabled={!option.available || undefined}
                className={`${styles.option} ${index === active ? styles.active : ''}`}
                onMouseMove={() => option.available && mentions.setActive(index)}
                onClick={() => mentions.pick(index)}
              >
                {option.kind === 'agent' ? <AgentMark name={option.label} /> : <RepositoryIcon />}
                <span className={option.kind === 'agent' ? styles.agent : undefined}>{option.label}</span>
                <span className={styles.detail}>{option.available ? option.detail : (option.reason ?? 'Not available')}</span>
                {index === active && <kbd aria-hidden>↵</kbd>}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}
