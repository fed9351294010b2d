'use client';

import { useMemo, useState } from 'react';
import { Button } from '../ui/button';
import { copyText } from '../ui/copy';
import { CheckIcon, CopyIcon } from '../ui/icons';
import styles from './code-block.module.css';
import { readSyntax } from './syntax';

const foldedLines = 24;

export function CodeBlock({ code, language }: { code: string; language: string }) {
  const parts = useMemo(() => readSyntax(code, language), [code, language]);
  const lines = useMemo(() => code.split('\n').length, [code]);
  const [unfolded, setUnfolded] = useState(false);
  const [copied, setCopied] = useState(false);
  const folds = lines > foldedLines + 4;
  const copy = async (): Promise<void> => {
    if (!(await copyText(code))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_600);
  };
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        <span>{language === '' ? 'text' : language}</span>
        <Button kind="text" small onClick={() => void copy()} aria-label={copied ? 'Copied' : 'Copy code'}>
          {copied ? <CheckIcon /> : <CopyIcon />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </figcaption>
      {/* Long lines scroll sideways, so the block itself takes the keyboard's focus. */}
      <pre className={`${styles.code} ${folds && !unfolded ? styles.folded : ''}`} tabIndex={0}>
        <code>
          {parts.map((part, index) =>
            part.kind === 'plain' ? (
              part.text
            ) : (
              <span key={index} className={styles[part.kind]}>
                {part.text}
              </span>
            ),
          )}
        </code>
      </pre>
      {folds && (
        <Button kind="text" small className={styles.more} onClick={() => setUnfolded(!unfolded)} aria-expanded={unfolded}>
          {unfolded ? 'Show less' : `Show all ${lines} lines`}
        </Button>
      )}
    </figure>
  );
}
