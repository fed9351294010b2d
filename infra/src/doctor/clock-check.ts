import { bad, type Finding, good } from './check';

const limitMs = 2_000;

export interface ClockSource {
  name: string;
  /** What that clock says now, and by how much the answer may be off because of how it is told. */
  read: () => Promise<{ at: number; roundedMs: number }>;
}

/** The `Date` of an HTTP answer, which has whole seconds. */
export const httpClock = (name: string, url: string): ClockSource => ({
  name,
  async read() {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    return { at: Date.parse(response.headers.get('date') ?? ''), roundedMs: 1_000 };
  },
});

/** How far each clock is from this machine's, at least: what an answer takes on its way is not held against it. */
export async function checkClocks(sources: readonly ClockSource[]): Promise<Finding> {
  const found = await Promise.all(
    sources.map(async ({ name, read }) => {
      const before = Date.now();
      const clock = await read().catch(() => null);
      const after = Date.now();
      if (clock === null || Number.isNaN(clock.at)) return null;
      return { name, apart: Math.max(0, before - clock.at - clock.roundedMs, clock.at - after) };
    }),
  );
  const read = found.filter((one) => one !== null);
  const wrong = read.filter(({ apart }) => apart > limitMs);
  if (wrong.length === 0) return good(`${read.map(({ name }) => name).join(', ')} agree with this machine`);
  return bad(
    wrong.map(({ name, apart }) => `${name} and this machine are ${(apart / 1000).toFixed(1)} s apart`).join('; '),
    'Set all clocks by NTP: deadlines of turns, sign-in links and sessions depend on them.',
  );
}
