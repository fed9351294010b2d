'use client';

import { useState } from 'react';
import { copyText } from '../ui/copy';
import styles from './citation.module.css';

/** A place in a repository. Pressing it copies the place, ready for an editor's "go to file". */
export function Citation({ children, doubtful = false }: { children: string; doubtful?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(children))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_200);
  };
  return (
    <button
      type="button"
      className={`${styles.citation} ${doubtful ? styles.doubtful : ''}`}
      title={copied ? 'Copied' : doubtful ? 'This place was not found when it was checked. Copy' : 'Copy this place'}
      onClick={() => void copy()}
    >
      {children}
    </button>
  );
}
