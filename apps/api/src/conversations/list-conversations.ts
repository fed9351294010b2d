import type { ConversationQuery } from '@parley/contracts';
import type { z } from 'zod';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { cursorsOf } from '../database/cursors';
import { notBoth } from '../database/pages';
import type { AnswerOf } from '../http/call';
import { attentionOf, headlineOf } from './headline';
import { readSummaries, type SummaryRow } from './summary-query';

/** Newest activity first. `after` goes on with less recently active ones, `before` goes back to more recently active ones. */
export async function listConversations(
  services: Services,
  actor: PersonActor,
  query: z.output<typeof ConversationQuery>,
): Promise<AnswerOf<'listConversations'>> {
  notBoth(query);
  const cursors = await cursorsOf(services.db);
  const scope = { kind: 'conversations', scope: `${actor.personId}/${query.state}/${query.needsAttention ?? 'any'}` };
  const given = query.after ?? query.before;
  const key = given === undefined ? null : cursors.decode(given, scope);
  const direction = query.before === undefined ? 'older' : 'newer';
  const rows = await readSummaries(services.db, actor, {
    state: query.state,
    needsAttention: query.needsAttention,
    from: key && { at: String(key[0]), id: String(key[1]) },
    direction,
    // One more than asked for tells whether there is more.
    rows: query.limit + 1,
  });
  const more = rows.length > query.limit;
  const page = !more ? rows : direction === 'older' ? rows.slice(0, query.limit) : rows.slice(1);
  const cursor = (row: SummaryRow | undefined): string | null =>
    row ? cursors.encode(scope, [row.last_activity_at.toISOString(), row.id]) : null;
  const older = direction === 'newer' || more;
  const newer = direction === 'newer' ? more : key !== null;
  return { items: page.map(summaryOf), before: newer ? cursor(page[0]) : null, after: older ? cursor(page.at(-1)) : null };
}

function summaryOf(row: SummaryRow): AnswerOf<'listConversations'>['items'][number] {
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    audienceKind: row.audience,
    lastActivityAt: row.last_activity_at.toISOString(),
    latestOrdinal: row.latest_ordinal,
    unreadCount: row.unread,
    waitingWaves: row.waiting,
    needsAttention: attentionOf(row),
    headline: headlineOf(row),
  };
}
