import type { AgentPolicy, GateState, SettlementReason, WaveOutcome, WavePhase, WaveState } from '@parley/domain';
import { type RawBuilder, sql } from 'kysely';
import { readableBy } from '../access/readable';
import type { PersonActor } from '../auth/actor';
import type { Reader } from '../database/database';

export interface SummaryRow {
  id: string;
  title: string;
  state: 'open' | 'archived';
  audience: 'workspace' | 'people' | 'private';
  last_activity_at: Date;
  latest_ordinal: number;
  unread: number;
  waiting: number;
  /** The wave that matters most now: one that needs a person, else the first unsettled one, else the newest. */
  wave_id: string | null;
  wave_state: WaveState | null;
  wave_gate: GateState | null;
  wave_policy: AgentPolicy | null;
  wave_phase: WavePhase | null;
  wave_outcome: WaveOutcome | null;
  wave_reason: SettlementReason | null;
  wave_waiting: { kind?: string } | null;
  waiting_host: string | null;
  wave_unconfirmed: boolean | null;
  /** Names of the agents whose turns run in it. */
  working: string[] | null;
  last_author: string | null;
  last_author_kind: 'person' | 'agent' | 'system' | null;
  last_text: string | null;
  last_job_role: string | null;
}

export interface SummaryPage {
  state: 'open' | 'archived';
  needsAttention: boolean | undefined;
  /** Rows strictly beyond this position, in the direction. */
  from: { at: string; id: string } | null;
  direction: 'older' | 'newer';
  rows: number;
}

/** As `attentionReason` of the domain says; `summaries.pg.test.ts` compares. */
const needsPerson = (w: string): RawBuilder<boolean> => {
  const wave = sql.ref(w);
  return sql<boolean>`case when ${wave}.state = 'settled' then ${wave}.outcome in ('stale','failed','no_response')
    and not exists (select 1 from parley.wave later where later.conversation_id = ${wave}.conversation_id and later.position > ${wave}.position)
    else ${wave}.state = 'recovery_required' or (${wave}.state = 'planned' and ${wave}.gate in ('reconfirmation_required','interrupted')) or ${unconfirmed(w)} end`;
};
const unconfirmed = (w: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from parley.job uj where uj.wave_id = ${sql.ref(w)}.id and uj.state = 'recovery_required')`;

/** Everything a row of the rail shows, for a whole page in one statement: the laterals run per row of the page, each on an index. */
export async function readSummaries(reader: Reader, actor: PersonActor, page: SummaryPage): Promise<SummaryRow[]> {
  const attention = sql<boolean>`exists (select 1 from parley.wave a where a.conversation_id = c.id and ${needsPerson('a')})`;
  const beyond = page.direction === 'older' ? sql.raw('<') : sql.raw('>');
  const order = page.direction === 'older' ? sql.raw('desc') : sql.raw('asc');
  const { rows } = await sql<SummaryRow>`
    with page as (
      select c.id, c.title, c.state, c.audience, c.last_activity_at, c.latest_ordinal
      from parley.conversation c
      where c.state = ${page.state} and ${readableBy(actor)}
        ${page.needsAttention === undefined ? sql`` : page.needsAttention ? sql`and ${attention}` : sql`and not ${attention}`}
        ${page.from ? sql`and (c.last_activity_at, c.id) ${beyond} (${page.from.at}::timestamptz, ${page.from.id})` : sql``}
      order by c.last_activity_at ${order}, c.id ${order}
      limit ${page.rows}
    )
    select p.*, u.unread, q.waiting, w.id as wave_id, w.state as wave_state, w.gate as wave_gate, w.policy as wave_policy, w.phase as wave_phase,
      w.outcome as wave_outcome, w.reason as wave_reason, w.waiting as wave_waiting, w.unconfirmed as wave_unconfirmed,
      (select h.name from parley.host h where h.id = coalesce(w.waiting->>'hostId', w.host_id)) as waiting_host,
      j.working, m.author_kind as last_author_kind, m.author as last_author, m.text as last_text, m.job_role as last_job_role
    from page p
    left join parley.read_marker r on r.conversation_id = p.id and r.person_id = ${actor.personId}
    cross join lateral (
      select count(*) as unread from parley.message x
      where x.conversation_id = p.id and x.ordinal > coalesce(r.ordinal, 0) and x.status <> 'tombstone' and x.person_id is distinct from ${actor.personId}
    ) u
    cross join lateral (
      select count(*) as waiting from parley.wave x where x.conversation_id = p.id and x.state in ('planned','snapshotting','queued')
    ) q
    left join lateral (
      select x.*, ${unconfirmed('x')} as unconfirmed from parley.wave x
      where x.conversation_id = p.id
      order by ${needsPerson('x')} desc, x.state = 'settled', case when x.state = 'settled' then -x.position else x.position end
      limit 1
    ) w on true
    left join lateral (
      select array_agg(v.name order by x.position) as working
      from parley.job x join parley.participant_revision v on v.id = x.participant_revision_id
      where x.wave_id = w.id and x.finished_at is null and x.state <> 'queued'
    ) j on true
    left join lateral (
      select x.author_kind, left(x.body, 600) as text, coalesce(a.name, v.name) as author, k.role as job_role
      from parley.message x
      left join parley.person a on a.id = x.person_id
      left join parley.participant_revision v on v.id = x.participant_revision_id
      left join parley.job k on k.id = x.job_id
      where x.conversation_id = p.id order by x.ordinal desc limit 1
    ) m on true
    order by p.last_activity_at desc, p.id desc`.execute(reader);
  return rows;
}
