/** A mention that is being typed: where its `@` stands and what follows it. */
export interface MentionQuery {
  start: number;
  query: string;
}

const opens = /(?:^|[\s([{<"'“‘«])@([\p{L}\p{N}\p{M}._/#-]+(?: [\p{L}\p{N}\p{M}._/#-]*)?|)$/u;
const longest = 40;

/** Finds the mention that ends at the caret. It begins at a line's start, after white space, or after an opening bracket or quote. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - longest - 2), caret);
  const query = opens.exec(before)?.[1];
  if (query === undefined || query.length > longest || query.includes('\n')) return null;
  return { start: caret - query.length - 1, query };
}

/** The text without the typed mention; what was chosen becomes a token beside the text. */
export function withoutMention(text: string, { start, query }: MentionQuery): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length);
  const before = text.slice(0, start);
  const joins = before.endsWith(' ') && after.startsWith(' ');
  return { text: before + (joins ? after.slice(1) : after), caret: before.length };
}

export type PickerKey = 'ArrowDown' | 'ArrowUp' | 'Home' | 'End';

/** The option that a key goes to; unavailable options are skipped, the ends meet. */
export function moveActive(options: readonly { available: boolean }[], active: number, key: PickerKey): number {
  const usable = options.flatMap((option, index) => (option.available ? [index] : []));
  const first = usable[0];
  const last = usable.at(-1);
  if (first === undefined || last === undefined) return -1;
  if (key === 'Home') return first;
  if (key === 'End') return last;
  if (key === 'ArrowDown') return usable.find((index) => index > active) ?? first;
  return usable.findLast((index) => index < active) ?? last;
}

export const firstActive = (options: readonly { available: boolean }[]): number => options.findIndex((option) => option.available);
