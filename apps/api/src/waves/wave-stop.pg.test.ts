import { curationActivities } from '../curation/activities';
import { direct, newConversation, nextClientId, send, team } from '../testing/conversation';
import { driveWave, type Script } from '../testing/fake-workflow';
import { noConcern } from '../testing/reviews';
import { startTestApi, type TestApi } from '../testing/test-api';
import { completed, hashOf, makeTestHost, type TestAssignment, type TestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';

const scope = (assignment: TestAssignment): string => assignment.target?.messageId ?? '';
const answer = 'The relay delivers each row exactly once. It is fast.';
/** Lead answers, reviewers find nothing. */
const quiet: Script = (assignment) => completed(assignment.role === 'answer' ? answer : noConcern(scope(assignment)));

describe('stopping a wave', () => {
  let api: TestApi;
  let host: TestHost;
  let ada: TestPerson;
  let client: ReturnType<TestPerson['client']>;

  beforeAll(async () => {
    api = await startTestApi();
    host = await makeTestHost(api.url);
    ada = await api.person('Ada', 'owner');
    client = ada.client(api.url);
  });
  afterAll(() => api.close());
  beforeEach(() => {
    host.evidence = { generation: hashOf('generation 1'), status: 'captured', edited: 0 };
  });

  const ask = async (policy: 'direct' | 'panel' | 'team', more: object = {}) => {
    const conversationId = await newConversation(client);
    const responders = { direct, panel: team, team }[policy];
    const sent = await send(client, conversationId, { policy, responders, ...more });
    return { conversationId, waveId: sent.wave?.id ?? '', messageId: sent.message.id };
  };
  const wave = (id: string) => client.call('getWave', { params: { id } });
  const messages = async (id: string) => (await client.call('listMessages', { params: { id }, query: {} })).items;
  const stop = (id: string, stopId = nextClientId()) => client.call('stopWave', { params: { id }, body: { stopId } });

  it('settles at once what no host has: planned, at the gate, and behind another wave', async () => {
    const { conversationId, waveId } = await ask('team');
    const second = await send(client, conversationId, { policy: 'direct', responders: direct });
    expect(await stop(second.wave?.id ?? '')).toMatchObject({ state: 'settled', outcome: 'canceled', reason: 'user_canceled' });
    expect(await stop(waveId)).toMatchObject({ state: 'settled', outcome: 'canceled' });
    const gated = await ask('direct', {
      contextRefs: [{ kind: 'repository', id: host.repositoryId }],
      previewFingerprint: hashOf('never'),
    });
    expect(await driveWave(api.services, host, gated.waveId, quiet)).toEqual({ held: 'reconfirmation_required' });
    expect(await client.call('cancelWave', { params: { id: gated.waveId } })).toMatchObject({ state: 'settled', outcome: 'canceled' });
    expect(await client.call('cancelWave', { params: { id: gated.waveId } })).toMatchObject({ state: 'settled' });
  });

  it('waits for the host when a turn is out, and keeps an answer that raced it', async () => {
    const { conversationId, waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const stopId = nextClientId();
    expect(await stop(waveId, stopId)).toMatchObject({ state: 'stopping', waitingFor: { kind: 'stop' } });
    expect(await stop(waveId, stopId)).toMatchObject({ state: 'stopping' });
    const curation = curationActivities(api.services);
    await curation.recordStopping(waveId, 'person');
    const [job] = (await wave(waveId)).jobs;
    expect(job?.state).toBe('cancel_requested');
    expect(await host.terminal(job?.id ?? '', 1, completed(answer))).toMatchObject({ outcome: 'answered' });
    expect(await curation.settleWave(waveId)).toMatchObject({ outcome: 'partial' });
    expect(await wave(waveId)).toMatchObject({ outcome: 'partial', reason: 'stopped' });
    expect(await messages(conversationId)).toHaveLength(2);
  });

  it('ends an interrupted turn as canceled', async () => {
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    await stop(waveId);
    const [job] = (await wave(waveId)).jobs;
    expect(await host.terminal(job?.id ?? '', 1, completed('', { status: 'interrupted', output: 'half', errorCode: null }))).toMatchObject({
      outcome: 'stopped',
    });
    expect(await curationActivities(api.services).settleWave(waveId)).toMatchObject({ outcome: 'canceled' });
  });

  it('gives up what cannot be confirmed on the second Stop, and keeps a late end as evidence only', async () => {
    const { conversationId, waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const curation = curationActivities(api.services);
    const [job] = (await wave(waveId)).jobs;
    await curation.recordRecovery(waveId, job?.id ?? '', 1, 'delivery_not_confirmed');
    const lost = await wave(waveId);
    expect(lost).toMatchObject({ state: 'recovery_required', waitingFor: { kind: 'recovery' }, headline: { tone: 'needs_you' } });
    expect(lost.allowedActions).toEqual(expect.arrayContaining(['stop', 'resume']));
    expect(await stop(waveId)).toMatchObject({ state: 'stopping' });
    await curation.recordStopping(waveId, 'person');
    await curation.settleTurn(job?.id ?? '', 1, 'given_up');
    expect(await curation.settleWave(waveId)).toMatchObject({ outcome: 'canceled' });
    expect((await wave(waveId)).jobs[0]?.error?.code).toBe('given_up');
    await host.terminal(job?.id ?? '', 1, completed(answer));
    expect(await messages(conversationId)).toHaveLength(1);
  });

  it('gives up what a workflow that was started again cannot look for', async () => {
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const curation = curationActivities(api.services);
    await stop(waveId);
    const [job] = (await wave(waveId)).jobs;
    await curation.recordRecovery(waveId, job?.id ?? '', 1, 'delivery_not_confirmed');
    expect(await curation.advanceWave(waveId)).toMatchObject({
      next: 'recover',
      jobIds: [job?.id],
      lost: [{ jobId: job?.id, attempt: 1, code: 'delivery_not_confirmed' }],
    });
    await stop(waveId);
    expect(await curation.advanceWave(waveId)).toEqual({ next: 'settle' });
    expect(await curation.settleWave(waveId)).toMatchObject({ outcome: 'canceled' });
  });

  it('cancels the reviews when a person stops during them and keeps the answer', async () => {
    const { waveId } = await ask('team');
    const end = await driveWave(api.services, host, waveId, (assignment) => (assignment.role === 'answer' ? completed(answer) : null));
    expect(end).toEqual({ held: 'turn' });
    await stop(waveId);
    for (const job of (await wave(waveId)).jobs.filter((candidate) => candidate.role === 'review'))
      await host.terminal(job.id, 1, completed('', { status: 'interrupted', output: null }));
    expect(await curationActivities(api.services).settleWave(waveId)).toMatchObject({ outcome: 'partial' });
    expect((await wave(waveId)).receipt?.reviewers.map((reviewer) => reviewer.status)).toEqual(['stopped', 'stopped']);
  });
});
