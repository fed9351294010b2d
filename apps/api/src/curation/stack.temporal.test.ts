import { queues, waveWorkflowId } from '@parley/workflows';
import type { AnswerOf } from '../http/call';
import { reconcileActivities } from '../reconcile/reconcile';
import { lookAtWaits } from '../reconcile/watch-waits';
import { direct, newConversation, nextClientId, send, team } from '../testing/conversation';
import { concerns, correction, noConcern } from '../testing/reviews';
import { completed, type TestAssignment, type TestTerminal } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';
import { startTestStack, type TestStack } from '../testing/test-stack';

type Wave = AnswerOf<'getWave'>;

const canary = 'canary-in-the-question';
const interrupted = (): TestTerminal => completed('', { status: 'interrupted', output: null, usage: null });
const untilAborted = (signal: AbortSignal): Promise<TestTerminal> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(interrupted())));

describe('a wave through relay, Temporal and a host', () => {
  let stack: TestStack;
  let client: ReturnType<TestPerson['client']>;

  beforeAll(async () => {
    stack = await startTestStack();
    client = (await stack.api.person('Ada', 'owner')).client(stack.api.url);
  }, 120_000);
  afterAll(() => stack?.close(), 30_000);

  const wave = (id: string): Promise<Wave> => client.call('getWave', { params: { id } });
  /** Waits for what a person would see; the end of the test is the time limit. */
  const until = async (id: string, when: (seen: Wave) => boolean): Promise<Wave> => {
    for (;;) {
      const seen = await wave(id);
      if (when(seen)) return seen;
      await new Promise((done) => setTimeout(done, 25));
    }
  };
  const settled = (id: string) => until(id, (seen) => seen.state === 'settled');
  const ask = async (policy: 'direct' | 'team', conversationId?: string) => {
    const sent = await send(client, conversationId ?? (await newConversation(client)), {
      policy,
      responders: policy === 'team' ? team : direct,
      body: canary,
      contextRefs: [{ kind: 'repository', id: stack.host.repositoryId }],
    });
    return { waveId: sent.wave?.id ?? '', conversationId: sent.message.conversationId };
  };

  it('goes from the send to a corrected answer, and its history holds no text', async () => {
    stack.script = (assignment: TestAssignment) => {
      const scope = assignment.target?.messageId ?? '';
      if (assignment.role === 'answer') return Promise.resolve(completed(`${canary} is wrong.`));
      if (assignment.role === 'correct')
        return Promise.resolve(
          completed(
            correction(
              'Better.',
              assignment.concerns.map(({ id }) => ({ concernId: id, outcome: 'revised' })),
            ),
          ),
        );
      return Promise.resolve(
        completed(assignment.profileRole === 'skeptic' ? concerns(scope, [{ targetClaim: 'is wrong' }]) : noConcern(scope)),
      );
    };
    const { waveId } = await ask('team');
    expect(await settled(waveId)).toMatchObject({ outcome: 'complete', receipt: { complete: true } });
    const history = await stack.temporal.workflow.getHandle(waveWorkflowId(waveId)).fetchHistory();
    const found: string[] = [];
    const walk = (value: unknown): void => {
      if (value instanceof Uint8Array) found.push(Buffer.from(value).toString('utf8'));
      else if (typeof value === 'string') found.push(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    };
    walk(history);
    expect(found.join('\n')).not.toMatch(/canary|Better|parley\/|Ada/);
    expect(history.events?.length).toBeLessThan(80);
  });

  it('lacks nothing, and has nothing to warn of', async () => {
    const { readiness } = stack.api.services;
    expect(await Promise.all([readiness.missing(), readiness.warnings()])).toEqual([[], []]);
  });

  it('runs the waves of a conversation one after the other', async () => {
    const order: string[] = [];
    stack.script = async (assignment) => (order.push(assignment.waveId), completed('Yes.'));
    const { conversationId, waveId } = await ask('direct');
    const later = [await ask('direct', conversationId), await ask('direct', conversationId)];
    for (const { waveId: id } of later) await settled(id);
    expect(order).toEqual([waveId, ...later.map((one) => one.waveId)]);
  });

  it('stops a running turn through the control queue', async () => {
    stack.script = (_, signal) => untilAborted(signal);
    const { waveId } = await ask('direct');
    await until(waveId, (seen) => seen.jobs[0]?.state === 'running');
    await client.call('stopWave', { params: { id: waveId }, body: { stopId: nextClientId() } });
    expect(await settled(waveId)).toMatchObject({ outcome: 'canceled', reason: 'user_canceled' });
    expect([...stack.sent].filter(([, times]) => times > 1)).toEqual([]);
  });

  it('asks a person when an operator terminated the workflow under a running turn, and settles when the host proves its end', async () => {
    let end = (): void => undefined;
    stack.script = () => new Promise((resolve) => (end = () => resolve(completed('Late.'))));
    const { waveId } = await ask('direct');
    await until(waveId, (seen) => seen.jobs[0]?.state === 'running');
    await stack.temporal.workflow.getHandle(waveWorkflowId(waveId)).terminate();
    await stack.api.services.db
      .updateTable('parley.wave')
      .set({ created_at: new Date(Date.now() - 60_000) })
      .where('id', '=', waveId)
      .execute();
    await reconcileActivities(stack.api.services, stack.temporal).reconcileAll();
    expect(await until(waveId, (seen) => seen.jobs[0]?.state === 'recovery_required')).toMatchObject({ waitingFor: { kind: 'recovery' } });
    end();
    expect(await settled(waveId)).toMatchObject({ outcome: 'partial', reason: 'stopped' });
  });

  it('gives up on a further Stop when neither workflow nor end can be found', async () => {
    let end = (): void => undefined;
    stack.script = () => new Promise((resolve) => (end = () => resolve(completed('Late.'))));
    const { waveId } = await ask('direct');
    await until(waveId, (seen) => seen.jobs[0]?.state === 'running');
    await stack.temporal.workflow.getHandle(waveWorkflowId(waveId)).terminate();
    const stop = () => client.call('stopWave', { params: { id: waveId }, body: { stopId: nextClientId() } });
    await stop();
    await until(waveId, (seen) => seen.jobs[0]?.state === 'recovery_required');
    await stop();
    expect(await settled(waveId)).toMatchObject({ outcome: 'canceled', jobs: [{ error: { code: 'given_up' } }] });
    end();
  });

  it('tells a workflow that waits for a host when the reason has changed', async () => {
    const { db } = stack.api.services;
    let end = (): void => undefined;
    stack.script = () => new Promise((resolve) => (end = () => resolve(completed('Done.'))));
    const { waveId } = await ask('direct');
    await until(waveId, (seen) => seen.jobs[0]?.state === 'running');
    await db
      .updateTable('parley.wave')
      .set({ waiting: JSON.stringify({ kind: 'capacity', since: new Date().toISOString(), hostId: stack.host.hostId }) })
      .where('id', '=', waveId)
      .execute();
    await db.updateTable('parley.job').set({ state: 'queued' }).where('wave_id', '=', waveId).execute();
    await db
      .updateTable('parley.host')
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .execute();
    await lookAtWaits(stack.api.services);
    const signals = async (): Promise<string[]> =>
      ((await stack.temporal.workflow.getHandle(waveWorkflowId(waveId)).fetchHistory()).events ?? []).flatMap(
        (event) => event.workflowExecutionSignaledEventAttributes?.signalName ?? [],
      );
    while (!(await signals()).includes('waitingChanged')) await new Promise((done) => setTimeout(done, 25));
    expect(await wave(waveId)).toMatchObject({ waitingFor: { code: 'host_offline' } });
    await stack.host.report();
    await db.updateTable('parley.job').set({ state: 'running' }).where('wave_id', '=', waveId).execute();
    end();
    await settled(waveId);
  });

  it('ends at once, without trying again, the workflow of a wave that the database does not know', async () => {
    const handle = await stack.temporal.workflow.start('wave', {
      taskQueue: queues.waves,
      workflowId: waveWorkflowId('wav_0000000000nobodyknowsit0'),
      args: ['wav_0000000000nobodyknowsit0'],
    });
    expect(await handle.result()).toBeNull();
    const { events } = await handle.fetchHistory();
    const failed = events?.flatMap((event) => event.activityTaskFailedEventAttributes?.failure ?? []);
    expect(failed?.map(({ message, applicationFailureInfo }) => [message, applicationFailureInfo?.type])).toEqual([
      ['not_found', 'not_found'],
    ]);
  });

  it('starts a wave again that Temporal has forgotten', async () => {
    stack.script = () => Promise.resolve(completed('Here.'));
    const { waveId } = await ask('direct');
    await settled(waveId);
    // As after a lost Temporal database: the outbox says delivered, and nobody knows the wave.
    const copy = waveId.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'));
    const { db } = stack.api.services;
    const row = await db.selectFrom('parley.wave').selectAll().where('id', '=', waveId).executeTakeFirstOrThrow();
    await db
      .insertInto('parley.wave')
      .values({
        ...row,
        id: copy,
        position: row.position + 1,
        state: 'planned',
        gate: 'open',
        phase: null,
        outcome: null,
        reason: null,
        receipt: null,
        snapshot_id: null,
        settled_at: null,
        started_at: null,
        waiting: null,
        created_at: new Date(Date.now() - 60_000),
      })
      .execute();
    await reconcileActivities(stack.api.services, stack.temporal).reconcileAll();
    expect(await settled(copy)).toMatchObject({ outcome: 'complete' });
  });
});
