import type { Audience } from '@parley/domain';
import { driveWave, type Script } from './fake-workflow';
import { direct, nextClientId, send, team } from './conversation';
import type { TestApi } from './test-api';
import { completed, makeTestHost, type TestHost } from './test-host';
import type { TestPerson } from './test-person';

/** A word that only the conversation of the world contains. */
export const canary = 'quietmarmot';

export interface World {
  api: TestApi;
  ana: TestPerson;
  host: TestHost;
  conversationId: string;
  noteId: string;
  questionId: string;
  settledWaveId: string;
  openWaveId: string;
  openJobId: string;
  /** A team wave that waits behind the open one. */
  queuedWaveId: string;
  participantId: string;
  repositoryId: string;
}

const answer: Script = () => completed(`The ${canary} lives in src/relay.ts:12.`);

/** A conversation of Ana with everything in it: a note, a settled wave, one whose turn is under way with text so far, one that waits, a draft, a read marker. */
export async function makeWorld(api: TestApi, ana: TestPerson, audience: Audience): Promise<World> {
  const host = await makeTestHost(api.url);
  const client = ana.client(api.url);
  const conversation = await client.call('createConversation', {
    body: { clientId: nextClientId(), title: `About the ${canary}`, audience },
  });
  const conversationId = conversation.id;
  const contextRefs = [{ kind: 'repository' as const, id: host.repositoryId }];
  const note = await send(client, conversationId, { body: `A note about the ${canary}` });
  const first = await send(client, conversationId, { body: `Where is the ${canary}?`, policy: 'direct', responders: direct, contextRefs });
  const settledWaveId = first.wave?.id ?? '';
  await driveWave(api.services, host, settledWaveId, answer);
  const second = await send(client, conversationId, { body: `And now, ${canary}?`, policy: 'direct', responders: direct });
  const openWaveId = second.wave?.id ?? '';
  await driveWave(api.services, host, openWaveId, () => null);
  const { id: openJobId } = await api.services.db
    .selectFrom('parley.job')
    .select('id')
    .where('wave_id', '=', openWaveId)
    .executeTakeFirstOrThrow();
  await host.client.call('postDraft', {
    params: { jobId: openJobId, attempt: 1 },
    body: { seq: 1, text: `So far the ${canary}`, truncated: false, progress: null },
  });
  const third = await send(client, conversationId, { body: `Later, ${canary}`, policy: 'team', responders: team });
  await client.call('putDraft', { params: { id: conversationId }, body: { body: `Draft ${canary}`, policy: 'note' } });
  await client.call('putRead', { params: { id: conversationId }, body: { ordinal: 1 } });
  const participant = (await client.call('listParticipants', { query: { conversationId } })).items[0];
  return {
    api,
    ana,
    host,
    conversationId,
    noteId: note.message.id,
    questionId: first.message.id,
    settledWaveId,
    openWaveId,
    openJobId,
    queuedWaveId: third.wave?.id ?? '',
    participantId: participant?.id ?? '',
    repositoryId: host.repositoryId,
  };
}
