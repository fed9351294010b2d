import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type JournalState = 'not_sent' | 'sending' | 'acknowledged' | 'terminal';
export interface TurnKey {
  jobId: string;
  attempt: number;
}
export interface JournalTurn extends TurnKey {
  waveId: string;
  runtimeId: string | null;
  state: JournalState;
  pgid: number | null;
  startTicks: string | null;
  providerSessionId: string | null;
  providerTurnId: string | null;
  interrupt: 'not_sent' | 'sending' | 'acknowledged';
  /** Milliseconds since 1970. */
  startedAt: number | null;
  deadlineAt: number | null;
  /** The same by the clock of `steadyNow`, which nobody can set. It means something for as long as the machine runs. */
  deadlineSteady: number | null;
  attestation: string | null;
  /** JSON of the tokens and the cost that the provider has told so far. */
  usage: string | null;
  /** JSON of the terminal as it is sent, byte for byte the same in every repetition. Null in state `terminal`: closed here, nothing to send. */
  terminal: string | null;
  /** What the API answered; null until it did. */
  outcome: string | null;
  hash: string | null;
}

/** The disk takes no more, or the file may not be written: nothing was changed. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';
}

export interface Journal {
  /** Whether nothing can be written now. Tries it when the last write failed. */
  isUnwritable(): boolean;
  /** Claims a (job, attempt). False when it was seen before, in whatever way: it must not run. */
  begin(turn: TurnKey & { waveId: string }): boolean;
  get(key: TurnKey): JournalTurn | undefined;
  /** Closes an attempt that never ran here or was never sent, so that a task that comes late is refused. */
  fence(key: TurnKey): void;
  update(
    key: TurnKey,
    fields: Partial<
      Pick<
        JournalTurn,
        | 'runtimeId'
        | 'pgid'
        | 'startTicks'
        | 'providerSessionId'
        | 'providerTurnId'
        | 'interrupt'
        | 'startedAt'
        | 'deadlineAt'
        | 'deadlineSteady'
        | 'attestation'
        | 'usage'
      >
    >,
  ): void;
  /** Written before the provider can be asked. Throws when the attempt is not `not_sent`. */
  sending(key: TurnKey): void;
  acknowledged(key: TurnKey): void;
  /** The end, before anybody is told. The first end wins. */
  terminal(key: TurnKey, body: string): void;
  accepted(key: TurnKey, outcome: string, hash: string): void;
  /** The API has ended this attempt without its end: nothing is owed any more. */
  overtaken(key: TurnKey): void;
  /** Turns without an end. */
  open(): JournalTurn[];
  /** Ends that the API has not acknowledged. */
  unsent(): JournalTurn[];
  /** Forgets bodies of acknowledged ends before this time; the (job, attempt) stays known for ever. */
  forgetBodies(before: number): void;
  /** Writes the journal as it is now to another file, while it is in use: for backups. The file must not exist. */
  copyTo(file: string): void;
  close(): void;
}

const schema = `
create table if not exists turn (
  job_id text not null, attempt integer not null, wave_id text not null, runtime_id text,
  state text not null check (state in ('not_sent','sending','acknowledged','terminal')),
  pgid integer, start_ticks text, provider_session_id text, provider_turn_id text,
  interrupt text not null default 'not_sent' check (interrupt in ('not_sent','sending','acknowledged')),
  started_at integer, deadline_at integer, attestation text, terminal text, outcome text, hash text, ended_at integer,
  primary key (job_id, attempt)
) strict;
create index if not exists turn_open on turn (state) where state <> 'terminal';
create index if not exists turn_unsent on turn (job_id) where terminal is not null and outcome is null;
`;
const columns = `job_id as jobId, attempt, wave_id as waveId, runtime_id as runtimeId, state, pgid, start_ticks as startTicks, provider_session_id as providerSessionId,
  provider_turn_id as providerTurnId, interrupt, started_at as startedAt, deadline_at as deadlineAt, deadline_steady as deadlineSteady, attestation, usage, terminal, outcome, hash`;
const names = {
  runtimeId: 'runtime_id',
  pgid: 'pgid',
  startTicks: 'start_ticks',
  providerSessionId: 'provider_session_id',
  providerTurnId: 'provider_turn_id',
  interrupt: 'interrupt',
  startedAt: 'started_at',
  deadlineAt: 'deadline_at',
  deadlineSteady: 'deadline_steady',
  attestation: 'attestation',
  usage: 'usage',
} as const;

/** SQLite's codes for a file that may not be written, a failed write, and a full disk. */
const unwritable = new Set([8, 10, 13]);

/** For the journal of an earlier version. */
function addColumn(db: DatabaseSync, name: string, type: string): void {
  const there = db.prepare(`select 1 from pragma_table_info('turn') where name = ?`).get(name);
  if (!there) db.exec(`alter table turn add column ${name} ${type}`);
}

/** Milliseconds of the clock that starts with the machine, the same for all its processes. */
export const steadyNow = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * What this host has done, written before it is done, and on disk before the next step: the only proof of delivery or non-delivery there is.
 * One process owns the file; a second one would make two proofs.
 */
export function openJournal(file: string, now: () => number = Date.now): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec(`pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; ${schema}`);
    addColumn(db, 'deadline_steady', 'integer');
    addColumn(db, 'usage', 'text');
  } catch (error) {
    db.close();
    throw (error as { errcode?: number }).errcode === 5
      ? new Error('the journal of this host is in use by another process', { cause: error })
      : error;
  }
  const select = db.prepare(`select ${columns} from turn where job_id = ? and attempt = ?`);
  const claim = db.prepare(`insert into turn (job_id, attempt, wave_id, state) values (?, ?, ?, 'not_sent') on conflict do nothing`);
  const fence = db.prepare(
    `insert into turn (job_id, attempt, wave_id, state) values (?, ?, '', 'terminal') on conflict do update set state = 'terminal' where state = 'not_sent'`,
  );
  const send = db.prepare(`update turn set state = 'sending' where job_id = ? and attempt = ? and state = 'not_sent'`);
  const acknowledge = db.prepare(`update turn set state = 'acknowledged' where job_id = ? and attempt = ? and state = 'sending'`);
  const end = db.prepare(
    `update turn set state = 'terminal', terminal = ?, ended_at = ? where job_id = ? and attempt = ? and state <> 'terminal'`,
  );
  const accept = db.prepare('update turn set outcome = ?, hash = ? where job_id = ? and attempt = ?');
  const overtake = db.prepare(
    `update turn set state = 'terminal', outcome = coalesce(outcome, 'failed'), hash = coalesce(hash, ?) where job_id = ? and attempt = ?`,
  );
  const open = db.prepare(`select ${columns} from turn where state <> 'terminal'`);
  const unsent = db.prepare(`select ${columns} from turn where terminal is not null and outcome is null`);
  const forget = db.prepare('update turn set terminal = null where terminal is not null and outcome is not null and ended_at < ?');
  let failed = false;
  let isDurable = true;
  /**
   * `durable`: on the disk before it returns. That is for what proves something after a loss of power: that a request may have been sent, what the provider
   * has taken, how it ended, and what was given up unsent. The rest outlives the process, and comes to the disk with the next of these; lost
   * with the machine's power it says nothing that could be missed: a turn that was not sent yet, a group that is gone, an answer that can be asked for again.
   */
  const sync = (durable: boolean): void => {
    if (durable !== isDurable) db.exec(`pragma synchronous = ${durable ? 'full' : 'normal'}`);
    isDurable = durable;
  };
  const write = (statement: StatementSync, ...values: SQLInputValue[]): number => writeAs(true, statement, ...values);
  const note = (statement: StatementSync, ...values: SQLInputValue[]): number => writeAs(false, statement, ...values);
  const writeAs = (durable: boolean, statement: StatementSync, ...values: SQLInputValue[]): number => {
    try {
      sync(durable);
      const { changes } = statement.run(...values);
      failed = false;
      return Number(changes);
    } catch (error) {
      if (!unwritable.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error;
      failed = true;
      throw new JournalUnwritable('the journal of this host cannot be written', { cause: error });
    }
  };
  const probe = db.prepare('pragma user_version = 1');
  const rows = (found: unknown[]): JournalTurn[] => found as JournalTurn[];

  return {
    isUnwritable() {
      if (!failed) return false;
      try {
        write(probe);
        return false;
      } catch (error) {
        if (error instanceof JournalUnwritable) return true;
        throw error;
      }
    },
    begin: ({ jobId, attempt, waveId }) => note(claim, jobId, attempt, waveId) === 1,
    get: ({ jobId, attempt }) => select.get(jobId, attempt) as JournalTurn | undefined,
    fence: ({ jobId, attempt }) => void write(fence, jobId, attempt),
    update({ jobId, attempt }, fields) {
      const set = Object.entries(fields) as [keyof typeof names, SQLInputValue][];
      if (set.length === 0) return;
      note(
        db.prepare(`update turn set ${set.map(([name]) => `${names[name]} = ?`).join(', ')} where job_id = ? and attempt = ?`),
        ...set.map(([, value]) => value),
        jobId,
        attempt,
      );
    },
    sending({ jobId, attempt }) {
      if (write(send, jobId, attempt) !== 1) throw new Error('this attempt may not be sent');
    },
    acknowledged: ({ jobId, attempt }) => void write(acknowledge, jobId, attempt),
    terminal: ({ jobId, attempt }, body) => void write(end, body, now(), jobId, attempt),
    accepted: ({ jobId, attempt }, outcome, hash) => void note(accept, outcome, hash, jobId, attempt),
    overtaken: ({ jobId, attempt }) => void write(overtake, '0'.repeat(64), jobId, attempt),
    open: () => rows(open.all()),
    unsent: () => rows(unsent.all()),
    forgetBodies: (before) => void note(forget, before),
    copyTo: (file) => void db.prepare('vacuum into ?').run(file),
    close: () => db.close(),
  };
}
