import { sql } from 'kysely';
import type { Reader } from './database';

/**
 * The time of the database, which is the time that rows, leases and hosts are judged by. Between two looks it is carried on by a clock that
 * nobody can set, so that a wrong or moved clock of this machine changes nothing.
 */
export interface Clock {
  now(): Date;
  /** Looks at the database's clock, and then now and again until `close`. Before that the machine's clock is taken. */
  open(): Promise<void>;
  /** How far the clock of this machine is ahead of the database's, in milliseconds. */
  skewMs(): number;
  close(): void;
}

interface Look {
  database: number;
  machine: number;
  steady: number;
}

const lookEveryMs = 30_000;
/** An answer that took longer says too little. */
const slowMs = 1_000;
/** The two clocks of a machine part when one was set, or when the machine slept: only the database knows which of them is right. */
const partedMs = 1_000;

export function createClock(reader: Reader, machine: () => number = Date.now, steady: () => number = () => performance.now()): Clock {
  let last: Look | null = null;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async (): Promise<void> => {
    const asked = steady();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(reader);
    const answered = steady();
    const at = rows[0]?.at;
    if (!at || (last !== null && answered - asked > slowMs)) return;
    last = { database: at.getTime() + (answered - asked) / 2, machine: machine(), steady: answered };
  };
  const look = (): Promise<void> => (looking ??= lookOnce().finally(() => (looking = null)));
  const lookLater = (): void => void look().catch(() => undefined);

  const now = (): number => {
    if (last === null) return machine();
    const passed = steady() - last.steady;
    if (Math.abs(machine() - last.machine - passed) > partedMs) lookLater();
    return last.database + passed;
  };
  return {
    now: () => new Date(now()),
    async open() {
      await look();
      timer = setInterval(lookLater, lookEveryMs).unref();
    },
    skewMs: () => machine() - now(),
    close: () => clearInterval(timer),
  };
}
