import type { ProfileRole } from '../api/types';
import styles from './marks.module.css';

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '?')][0] ?? '?')
    .join('')
    .toUpperCase();
};

/** The same person has the same colour everywhere, and no other colour. */
const hueOf = (id: string): number => {
  let hash = 7;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return hash / 10;
};

/** People are round. */
export function PersonMark({ id, name }: { id: string; name: string }) {
  return (
    <span aria-hidden className={styles.person} style={{ '--h': hueOf(id) } as React.CSSProperties}>
      {initialsOf(name)}
    </span>
  );
}

/** Agents are square, with the letter of their name and no colour of their own. */
export function AgentMark({ name }: { name: string; role?: ProfileRole }) {
  return (
    <span aria-hidden className={styles.agent}>
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

export function ProductMark() {
  return (
    <span aria-hidden className={styles.product}>
      P
    </span>
  );
}
