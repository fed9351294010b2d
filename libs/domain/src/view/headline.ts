/** Five tones and none; each is always beside a word. */
export type Tone = 'none' | 'working' | 'waiting' | 'needs_you' | 'good' | 'bad';
export interface HeadlineText {
  tone: Tone;
  text: string;
}

export const headline = (tone: Tone, text: string): HeadlineText => ({ tone, text });
export const plural = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
