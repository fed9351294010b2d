const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
const daysBetween = (at: Date, now: Date): number => Math.round((startOfDay(now) - startOfDay(at)) / day);

export const clock = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
export const clockWithSeconds = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB');

/** For the rail: how long ago, in the fewest words. */
export function ago(iso: string, now: Date): string {
  const at = new Date(iso);
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'now';
  if (passed < hour) return `${Math.floor(passed / minute)} min`;
  const days = daysBetween(at, now);
  if (days === 0) return `${Math.floor(passed / hour)} h`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return at.toLocaleDateString('en-GB', { weekday: 'short' });
  return at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** For the dividers of a transcript. */
export function dayLabel(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = daysBetween(at, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return at.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

export const dayKey = (iso: string): string => String(startOfDay(new Date(iso)));

/** 0.4 s, 12 s, 3 min 5 s, 1 h 4 min. */
export function duration(ms: number, exact = false): string {
  const seconds = Math.max(0, ms) / 1000;
  if (exact && ms < 100) return `${Math.max(0, Math.round(ms))} ms`;
  if (seconds < 60) return exact || (seconds > 0 && seconds < 1) ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const between = (from: string, to: string): number => new Date(to).getTime() - new Date(from).getTime();
