import type { ReactNode } from 'react';
import type { Headline, Tone } from '../api/types';
import { BadIcon, GoodIcon, NeedsYouIcon, WaitingIcon, WorkingIcon } from './icons';
import styles from './tone.module.css';

const iconOf = { working: WorkingIcon, waiting: WaitingIcon, needs_you: NeedsYouIcon, good: GoodIcon, bad: BadIcon } as const;

export function ToneIcon({ tone }: { tone: Tone }) {
  if (tone === 'none') return null;
  const Icon = iconOf[tone];
  return <Icon aria-hidden />;
}

/** A state: its colour never stands without its word and its icon. */
export function ToneText({ headline, children, className }: { headline: Headline; children?: ReactNode; className?: string }) {
  return (
    <span className={[styles.tone, styles[headline.tone], className].filter(Boolean).join(' ')}>
      <ToneIcon tone={headline.tone} />
      <span className={styles.word}>
        {headline.text}
        {children}
      </span>
    </span>
  );
}
