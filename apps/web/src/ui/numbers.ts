import type { Usage } from '../api/types';

const grouped = new Intl.NumberFormat('en-US');
export const count = (value: number): string => grouped.format(value);
export const plural = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

/** About how many tokens: two digits are all that an estimate is worth. */
export function aboutTokens(value: number): string {
  if (value < 100) return count(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return count(Math.round(value / unit) * unit);
}

const money = (usd: number): string => (usd < 0.01 ? 'less than $0.01' : `$${usd.toFixed(2)}`);
/** A cost in words. Prices come from a list, so no cost is exact but none at all. */
export const cost = (usd: number): string => (usd === 0 ? 'free of charge' : usd < 0.01 ? money(usd) : `about ${money(usd)}`);

/** Unknown stays unknown; it is never shown as zero. */
export function tokensOf(usage: Usage): number | null {
  if (usage.inputTokens === null && usage.outputTokens === null) return null;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}
