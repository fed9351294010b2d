import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import type { Sent } from './traffic';

/** What is wrong with what was left behind, by kind. */
export interface Findings {
  /** The same turn was begun twice, or a further attempt without proof that the one before was not sent. */
  replays: string[];
  losses: string[];
  doubles: string[];
}

interface Start {
  jobId: string;
  attempt: number;
}

/** The provider's own record: who was started, and who was refused before anything was sent. */
export function startsIn(logFile: string): { started: Start[]; refused: Start[] } {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  const of = (event: string): Start[] =>
    lines
      .map((line) => line.split(' '))
      .filter(([name]) => name === event)
      .map(([, jobId = '', attempt]) => ({ jobId, attempt: Number(attempt) }));
  return { started: of('started'), refused: of('refused') };
}

export function findReplays(logFile: string): string[] {
  const { started, refused } = startsIn(logFile);
  const keys = started.map(({ jobId, attempt }) => `${jobId} ${attempt}`);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `started twice: ${key}`);
  const unproven = started
    .filter(({ jobId, attempt }) =>
      started.some((earlier) => earlier.jobId === jobId && earlier.attempt < attempt && !includes(refused, earlier)),
    )
    .map(({ jobId, attempt }) => `started again without proof: ${jobId} ${attempt}`);
  return [...twice, ...unproven];
}
const includes = (starts: Start[], { jobId, attempt }: Start): boolean =>
  starts.some((start) => start.jobId === jobId && start.attempt === attempt);

/** The database after everything has settled: nothing that was accepted is missing, nothing is there twice. */
export async function findInDatabase(sql: Sql, sent: readonly Sent[]): Promise<Pick<Findings, 'losses' | 'doubles'>> {
  const losses: string[] = [];
  const doubles: string[] = [];
  const conversations = [...new Set(sent.map((one) => one.conversationId))];
  const waves = sent.map((one) => one.waveId);
  const look = async (into: string[], what: string, rows: PromiseLike<readonly object[]>): Promise<void> => {
    for (const row of await rows) into.push(`${what}: ${Object.values(row).join(' ')}`);
  };

  for (const { conversationId, clientMessageId, waveId } of sent) {
    const found =
      await sql`select wave_id from parley.message where conversation_id = ${conversationId} and client_message_id = ${clientMessageId}`;
    if (found.length === 0) losses.push(`accepted message: ${clientMessageId}`);
    if (found.length > 1) doubles.push(`message: ${clientMessageId}`);
    if (found.length === 1 && found[0]?.['wave_id'] !== waveId) losses.push(`wave of message: ${clientMessageId}`);
  }
  await look(
    losses,
    'gap in events',
    sql`
    select c.id, c.event_seq, count(e.seq) from parley.conversation c left join parley.conversation_event e on e.conversation_id = c.id
    where c.id = any(${conversations}) group by c.id having count(e.seq) <> c.event_seq or coalesce(max(e.seq), 0) <> c.event_seq`,
  );
  await look(
    losses,
    'gap in messages',
    sql`
    select c.id, c.latest_ordinal, count(m.id) from parley.conversation c left join parley.message m on m.conversation_id = c.id
    where c.id = any(${conversations}) group by c.id having count(m.id) <> c.latest_ordinal`,
  );
  await look(
    losses,
    'message without its event',
    sql`
    select m.id from parley.message m where m.conversation_id = any(${conversations}) and not exists (
      select 1 from parley.conversation_event e where e.conversation_id = m.conversation_id and e.type = 'message.created' and e.payload->>'messageId' = m.id)`,
  );
  await look(
    doubles,
    'event of a message',
    sql`
    select payload->>'messageId', count(*) from parley.conversation_event where conversation_id = any(${conversations}) and type = 'message.created'
    group by 1 having count(*) > 1`,
  );
  await look(
    losses,
    'answer without its message',
    sql`
    select j.id, j.role from parley.job j where j.wave_id = any(${waves}) and j.state = 'completed' and j.role in ('answer', 'correct')
      and j.result->>'messageId' is not null and not exists (select 1 from parley.message m where m.id = j.result->>'messageId')`,
  );
  await look(
    doubles,
    'message of a turn',
    sql`
    select job_id, count(*) from parley.message where wave_id = any(${waves}) and job_id is not null group by job_id having count(*) > 1`,
  );
  await look(
    doubles,
    'turn of a place',
    sql`
    select wave_id, phase, position, count(*) from parley.job where wave_id = any(${waves}) group by 1, 2, 3 having count(*) > 1`,
  );
  await look(
    losses,
    'usage of a turn',
    sql`
    select j.id from parley.job j where j.wave_id = any(${waves}) and j.state = 'completed' and j.usage is null`,
  );
  await look(losses, 'receipt', sql`select id from parley.wave where id = any(${waves}) and state = 'settled' and receipt is null`);
  await look(
    losses,
    'turn without an end',
    sql`
    select j.id, j.state from parley.job j join parley.wave w on w.id = j.wave_id where w.id = any(${waves}) and w.state = 'settled' and j.finished_at is null`,
  );
  await look(
    doubles,
    'settlement',
    sql`
    select payload->>'waveId', count(*) from parley.conversation_event where conversation_id = any(${conversations}) and type = 'wave.settled'
    group by 1 having count(*) > 1`,
  );
  await look(
    losses,
    'settlement without its event',
    sql`
    select w.id from parley.wave w where w.id = any(${waves}) and w.state = 'settled' and not exists (
      select 1 from parley.conversation_event e where e.conversation_id = w.conversation_id and e.type = 'wave.settled' and e.payload->>'waveId' = w.id)`,
  );
  return { losses, doubles };
}
