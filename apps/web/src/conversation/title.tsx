'use client';

import { useEffect, useRef } from 'react';
import styles from './conversation.module.css';

/** The title, renamed in place: Enter saves, Escape and leaving the field keep the old one. */
export function Title({
  title,
  editing,
  failure,
  onEdit,
  onSave,
}: {
  title: string;
  editing: boolean;
  failure?: string | undefined;
  onEdit: (editing: boolean) => void;
  onSave: (title: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (editing) input.current?.select();
  }, [editing]);
  if (!editing) {
    return (
      <h1 className={styles.title} onDoubleClick={() => onEdit(true)}>
        {title}
      </h1>
    );
  }
  return (
    <>
      <input
        ref={input}
        className={styles.titleField}
        aria-label="Title of the conversation"
        aria-invalid={failure !== undefined}
        defaultValue={title}
        onBlur={() => onEdit(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEdit(false);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const next = event.currentTarget.value.trim();
          if (next === '' || next === title) onEdit(false);
          else onSave(next);
        }}
      />
      {failure !== undefined && (
        <span role="alert" className={styles.titleFailure}>
          {failure}
        </span>
      )}
    </>
  );
}
