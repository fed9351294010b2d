import type { SendRequest } from '@parley/domain';
import { sql } from 'kysely';
import { withTransaction } from '../database/database';
import { loadSendFacts } from '../messages/send-facts.repo';
import { direct, newConversation, send } from '../testing/conversation';
import { startTestApi, type TestApi } from '../testing/test-api';
import { makeTestHost } from '../testing/test-host';
import { transcriptOf } from './freeze';

describe('what a wave reads', () => {
  let api: TestApi;
  beforeAll(async () => (api = await startTestApi()));
  afterAll(() => api.close());

  it('does not grow with the messages and waves of others', async () => {
    const { db } = api.services;
    await makeTestHost(api.url);
    const ada = await api.person('Ada', 'owner');
    const client = ada.client(api.url);
    const conversationId = await newConversation(client);
    const { wave: sent } = await send(client, conversationId, { policy: 'direct', responders: direct });
    const others = await newConversation(client);
    await sql`
      insert into parley.message (id, conversation_id, ordinal, author_kind, person_id, body, policy, client_message_id, request_fingerprint)
      select 'msg_' || n, ${others}, n, 'person', ${ada.id}, 'note', 'note', 'other-' || n, 'f' from generate_series(1, 5000) n`.execute(
      db,
    );
    await sql`
      insert into parley.intent (id, conversation_id, message_id, policy, assignments, window_ids, omitted, fingerprint)
      select 'int_' || n, ${others}, 'msg_' || n, 'direct', '[]', '[]', 0, 'f' from generate_series(1, 5000) n`.execute(db);
    await sql`analyze parley.message, parley.intent`.execute(db);

    const wave = await db.selectFrom('parley.wave').selectAll().where('id', '=', sent!.id).executeTakeFirstOrThrow();
    const request = { clientMessageId: 'again', policy: 'note', sources: [], contextRefs: [] } as unknown as SendRequest;
    const rows = await withTransaction(db, async (trx) => {
      // The counters of this connection, which may hold those of statements before.
      const counted = async (): Promise<number> => {
        const { rows } = await sql<{ rows: number }>`
          select coalesce(sum(seq_tup_read), 0)::int as rows from pg_stat_xact_user_tables where relname in ('message', 'intent')`.execute(
          trx,
        );
        return rows[0]!.rows;
      };
      const before = await counted();
      const { messageIds, firstOrdinal, lastOrdinal } = await transcriptOf(trx, wave);
      expect({ messages: messageIds.length, firstOrdinal, lastOrdinal }).toEqual({ messages: 1, firstOrdinal: 1, lastOrdinal: 1 });
      await loadSendFacts(trx, conversationId, ada.id, request, 'f', new Date());
      return (await counted()) - before;
    });
    expect(rows).toBe(0);
  });
});
