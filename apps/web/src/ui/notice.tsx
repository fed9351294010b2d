import type { ReactNode } from 'react';
import type { Tone } from '../api/types';
import styles from './notice.module.css';
import { ToneIcon } from './tone';

/** What happened, what was kept or not done, and what one can do: in that order. */
export function Notice({
  tone,
  title,
  children,
  actions,
  alert = false,
}: {
  tone: Exclude<Tone, 'none'>;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
}) {
  return (
    <section className={`${styles.notice} ${styles[tone]}`} role={alert ? 'alert' : undefined} aria-label={alert ? undefined : title}>
      <ToneIcon tone={tone} />
      <div className={styles.body}>
        <strong>{title}</strong>
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {actions !== undefined && <p className={styles.actions}>{actions}</p>}
      </div>
    </section>
  );
}
