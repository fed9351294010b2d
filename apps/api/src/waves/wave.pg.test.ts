import { sql } from 'kysely';
import { limits } from '@parley/domain';
import { curationActivities } from '../curation/activities';
import { direct, newConversation, nextClientId, send, team } from '../testing/conversation';
import { drivePhases, driveWave, runTurn, type Script } from '../testing/fake-workflow';
import { abstained, concerns, correction, noConcern } from '../testing/reviews';
import { startTestApi, type TestApi } from '../testing/test-api';
import { completed, failed, hashOf, makeTestHost, scriptedRuntime, type TestAssignment, type TestHost } from '../testing/test-host';
import type { TestPerson } from '../testing/test-person';

const scope = (assignment: TestAssignment): string => assignment.target?.messageId ?? '';
const answer = 'The relay delivers each row exactly once. It is fast.';
/** Lead answers, reviewers find nothing. */
const quiet: Script = (assignment) => completed(assignment.role === 'answer' ? answer : noConcern(scope(assignment)));

describe('a wave', () => {
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

  it('Direct: one attributable answer, then complete', async () => {
    const { conversationId, waveId } = await ask('direct');
    expect(await driveWave(api.services, host, waveId, quiet)).toMatchObject({ outcome: 'complete' });
    const settled = await wave(waveId);
    expect(settled).toMatchObject({
      state: 'settled',
      outcome: 'complete',
      reason: 'completed',
      phase: 'complete',
      waitingFor: null,
      receipt: { complete: true },
    });
    expect(settled.jobs[0]).toMatchObject({
      state: 'completed',
      delivery: 'terminal',
      headline: { tone: 'good' },
      usage: { inputTokens: 100, costUsd: null },
    });
    expect(settled.usage).toMatchObject({ inputTokens: 100, cachedTokens: null, costUsd: null });
    const [, reply] = await messages(conversationId);
    expect(reply).toMatchObject({
      body: answer,
      ordinal: 2,
      waveId,
      freshness: 'fresh',
      author: { kind: 'agent', name: 'Lead', role: 'lead', runtimeName: 'Scripted' },
    });
  });

  it('Team: answer, two blind reviews of exactly that answer, no correction without a concern', async () => {
    const { conversationId, waveId } = await ask('team', { contextRefs: [{ kind: 'repository', id: host.repositoryId }] });
    const seen: TestAssignment[] = [];
    const end = await driveWave(api.services, host, waveId, (assignment) => (seen.push(assignment), quiet(assignment)));
    expect(end).toMatchObject({ outcome: 'complete' });
    expect(seen.map((assignment) => `${assignment.role} ${assignment.profileRole}`).sort()).toEqual([
      'answer lead',
      'review skeptic',
      'review verifier',
    ]);
    const reviews = seen.slice(1);
    for (const review of reviews) {
      expect(review.target?.text).toBe(answer);
      expect(review.roots).toEqual([expect.objectContaining({ generation: hashOf('generation 1'), label: 'parley' })]);
      const prompt = review.sections.map((section) => section.text).join('\n');
      expect(prompt).not.toMatch(/scripted/i);
      expect(prompt).not.toContain(seen[0]?.jobId);
    }
    const receipt = (await wave(waveId)).receipt;
    expect(receipt?.reviewers.map((reviewer) => reviewer.status)).toEqual(['no_concern', 'no_concern']);
    expect(receipt?.complete).toBe(true);
    expect(await messages(conversationId)).toHaveLength(2);
  });

  it('Team: the correction answers each eligible concern by its id and supersedes the answer', async () => {
    const { conversationId, waveId } = await ask('team');
    const script: Script = (assignment) => {
      if (assignment.role === 'answer') return completed(answer);
      if (assignment.role === 'review') {
        const first = { targetClaim: 'delivers each row exactly once', reason: 'At least once.' };
        return completed(
          assignment.profileRole === 'skeptic'
            ? concerns(scope(assignment), [first, { targetClaim: 'It is fast', severity: 'advisory' }])
            : concerns(scope(assignment), [first]),
        );
      }
      expect(assignment.concerns).toHaveLength(1);
      return completed(
        correction(
          'The relay delivers at least once.',
          assignment.concerns.map(({ id }) => ({ concernId: id, outcome: 'revised' })),
        ),
      );
    };
    expect(await driveWave(api.services, host, waveId, script)).toMatchObject({ outcome: 'complete' });
    const settled = await wave(waveId);
    expect(settled.concerns).toHaveLength(3);
    const [eligible, advisory, redundant] = [...settled.concerns].sort(
      (a, b) => Number(b.eligible) - Number(a.eligible) || Number(a.redundantOf !== null) - Number(b.redundantOf !== null),
    );
    expect(eligible).toMatchObject({ eligible: true, outcome: 'revised', answer: 'Corrected.' });
    expect(advisory).toMatchObject({ eligible: false, severity: 'advisory', outcome: null });
    expect(redundant).toMatchObject({ eligible: false, redundantOf: eligible?.id });
    const [, original, replacement] = await messages(conversationId);
    expect(original).toMatchObject({ status: 'superseded', body: answer, supersededBy: replacement?.id });
    expect(replacement).toMatchObject({ status: 'visible', body: 'The relay delivers at least once.', supersedes: original?.id });
    expect(settled.receipt?.complete).toBe(true);
  });

  it('Team: one reviewer fails and the blocking concern of the other is still corrected', async () => {
    const { waveId } = await ask('team');
    const script: Script = (assignment) => {
      if (assignment.role === 'answer') return completed(answer);
      if (assignment.role === 'correct')
        return completed(
          correction(
            'Better.',
            assignment.concerns.map(({ id }) => ({ concernId: id, outcome: 'revised' })),
          ),
        );
      return assignment.profileRole === 'skeptic'
        ? completed('this is not JSON')
        : completed(concerns(scope(assignment), [{ targetClaim: 'It is fast' }]));
    };
    expect(await driveWave(api.services, host, waveId, script)).toMatchObject({ outcome: 'partial' });
    const settled = await wave(waveId);
    expect(settled.receipt?.reviewers.map((reviewer) => reviewer.status)).toEqual(['unparsable', 'concerns']);
    expect(settled.receipt?.complete).toBe(false);
    expect(settled.concerns[0]?.outcome).toBe('revised');
    expect(settled.jobs.find((job) => job.error?.code === 'invalid_result')).toBeDefined();
    expect(JSON.stringify(settled)).not.toContain('this is not JSON');
    expect(settled.allowedActions).toContain('retry');
  });

  it('Team: a concern without a checkable citation or with an invented claim forces no correction', async () => {
    const { waveId } = await ask('team');
    const script: Script = (assignment) => {
      if (assignment.role === 'answer') return completed(answer);
      if (assignment.profileRole === 'skeptic')
        return completed(
          concerns(scope(assignment), [{ targetClaim: 'It is fast', evidenceStatus: 'observed_context', citations: ['parley/a.ts:3'] }]),
          { citations: [{ root: 'parley', path: 'a.ts', line: 3, endLine: null, valid: false }] },
        );
      return completed(concerns(scope(assignment), [{ targetClaim: 'words that nobody wrote' }]));
    };
    expect(await driveWave(api.services, host, waveId, script)).toMatchObject({ outcome: 'complete' });
    const settled = await wave(waveId);
    expect(settled.concerns.map((concern) => concern.eligible)).toEqual([false, false]);
    expect(settled.concerns.find((concern) => concern.evidenceStatus === 'speculative')?.citations[0]).toMatchObject({ valid: false });
    expect(settled.concerns.find((concern) => !concern.claimFound)).toBeDefined();
  });

  it('Panel: a member that fails takes nothing from the others', async () => {
    const { conversationId, waveId } = await ask('panel');
    const script: Script = (assignment) =>
      assignment.profileRole === 'skeptic' ? failed('provider_failed') : completed(`I am ${assignment.profileRole}.`);
    expect(await driveWave(api.services, host, waveId, script)).toMatchObject({ outcome: 'partial' });
    expect(
      (await messages(conversationId))
        .map((message) => message.body)
        .slice(1)
        .sort(),
    ).toEqual(['I am lead.', 'I am verifier.']);
    const abstaining = await ask('team');
    expect(
      await driveWave(api.services, host, abstaining.waveId, (a) =>
        completed(a.role === 'answer' ? answer : a.profileRole === 'skeptic' ? abstained(scope(a)) : noConcern(scope(a))),
      ),
    ).toMatchObject({ outcome: 'partial' });
    expect((await wave(abstaining.waveId)).receipt?.reviewers[0]).toMatchObject({ status: 'abstained' });
  });

  it('asks a person when the sources changed since the preview, and confirms only what that person saw', async () => {
    const conversationId = await newConversation(client);
    const contextRefs = [{ kind: 'repository' as const, id: host.repositoryId }];
    await host.report();
    const preview = await client.call('createPreview', {
      body: { conversationId, body: 'Same?', policy: 'direct', responders: direct, contextRefs },
    });
    host.evidence = { generation: hashOf('generation 2'), status: 'captured', edited: 1 };
    const sent = await send(client, conversationId, {
      policy: 'direct',
      responders: direct,
      contextRefs,
      previewFingerprint: preview.fingerprint,
    });
    const waveId = sent.wave?.id ?? '';
    expect(await driveWave(api.services, host, waveId, quiet)).toEqual({ held: 'reconfirmation_required' });
    const held = await wave(waveId);
    expect(held).toMatchObject({
      state: 'planned',
      gate: 'reconfirmation_required',
      waitingFor: { kind: 'decision' },
      headline: { tone: 'needs_you' },
    });
    expect(held.allowedActions).toEqual(expect.arrayContaining(['continue', 'cancel', 'stop']));
    await expect(client.call('continueWave', { params: { id: waveId }, body: { fingerprint: preview.fingerprint } })).rejects.toMatchObject(
      { problem: { status: 409, code: 'state_conflict' } },
    );
    const confirmed = held.context.fingerprint ?? '';
    await client.call('continueWave', { params: { id: waveId }, body: { fingerprint: confirmed } });
    const curation = curationActivities(api.services);
    host.evidence = { generation: hashOf('generation 3'), status: 'captured', edited: 2 };
    await host.capture(waveId);
    expect(await curation.decideGate(waveId, 'continue', confirmed)).toMatchObject({ gate: 'reconfirmation_required' });
    const again = (await wave(waveId)).context.fingerprint ?? '';
    expect(again).not.toBe(confirmed);
    await client.call('continueWave', { params: { id: waveId }, body: { fingerprint: again } });
    expect(await curation.decideGate(waveId, 'continue', again)).toMatchObject({ gate: 'ready' });
    expect(await drivePhases(api.services, host, waveId, quiet)).toMatchObject({ outcome: 'complete' });
  });

  it('takes the state of the preview without asking when nothing changed', async () => {
    const conversationId = await newConversation(client);
    const contextRefs = [{ kind: 'repository' as const, id: host.repositoryId }];
    const preview = await client.call('createPreview', {
      body: { conversationId, body: 'Same?', policy: 'team', responders: team, contextRefs },
    });
    expect(preview).toMatchObject({
      turns: 4,
      estimatedCostUsd: null,
      roots: [{ label: 'parley', access: 'filesystem_read', host: 'laptop' }],
      warnings: [],
    });
    expect(preview.sections.map((section) => section.name)).toEqual(
      expect.arrayContaining(['system', 'role', 'request', 'manifest', 'task']),
    );
    const sent = await send(client, conversationId, {
      policy: 'team',
      responders: team,
      contextRefs,
      previewFingerprint: preview.fingerprint,
    });
    expect(await driveWave(api.services, host, sent.wave?.id ?? '', quiet)).toMatchObject({ outcome: 'complete' });
  });

  it('is interrupted by an unreadable source, and goes on after Resume', async () => {
    const { waveId } = await ask('direct', { contextRefs: [{ kind: 'repository', id: host.repositoryId }] });
    host.evidence.status = 'unreadable';
    expect(await driveWave(api.services, host, waveId, quiet)).toEqual({ held: 'interrupted' });
    expect(await wave(waveId)).toMatchObject({ state: 'planned', waitingFor: { kind: 'resume', code: 'context_unavailable' } });
    await client.call('resumeWave', { params: { id: waveId } });
    host.evidence.status = 'captured';
    await host.capture(waveId);
    expect(await curationActivities(api.services).decideGate(waveId, 'resume', null)).toMatchObject({ gate: 'ready' });
    expect(await drivePhases(api.services, host, waveId, quiet)).toMatchObject({ outcome: 'complete' });
  });

  it('answers the same end again alike and refuses another end of the same attempt', async () => {
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const [job] = (await wave(waveId)).jobs;
    const first = await host.terminal(job?.id ?? '', 1, completed(answer));
    expect(first.outcome).toBe('answered');
    expect(await host.terminal(job?.id ?? '', 1, completed(answer))).toEqual(first);
    await expect(host.terminal(job?.id ?? '', 1, completed('something else'))).rejects.toMatchObject({
      problem: { code: 'idempotency_conflict' },
    });
    await expect(host.assignment(job?.id ?? '', 1)).rejects.toMatchObject({ problem: { code: 'state_conflict' } });
  });

  it('tries again what was provably never sent, three times at most', async () => {
    const { waveId } = await ask('direct');
    const attempts: number[] = [];
    const end = await driveWave(
      api.services,
      host,
      waveId,
      (assignment) => (
        attempts.push(assignment.attempt),
        completed('', { status: 'not_delivered', output: null, errorCode: null, usage: null })
      ),
    );
    expect(attempts).toEqual([1, 2, 3]);
    expect(end).toMatchObject({ outcome: 'no_response' });
    expect((await wave(waveId)).jobs[0]).toMatchObject({
      state: 'failed',
      delivery: 'not_delivered',
      attempt: 3,
      error: { code: 'provider_unavailable' },
    });
  });

  it('keeps what it may store and fails alone what it may not', async () => {
    const long = await ask('direct');
    expect(await driveWave(api.services, host, long.waveId, () => completed('x'.repeat(limits.answerBytes + 1)))).toMatchObject({
      outcome: 'no_response',
    });
    expect((await wave(long.waveId)).jobs[0]?.error).toMatchObject({
      code: 'output_too_large',
      violation: { actual: limits.answerBytes + 1, limit: limits.answerBytes },
    });
    const odd = await ask('direct');
    expect(await driveWave(api.services, host, odd.waveId, () => completed(`nul \u0000 lone \ud800 "${'"'.repeat(30_000)}`))).toMatchObject(
      { outcome: 'complete' },
    );
    const changed = await ask('direct');
    expect(
      await driveWave(api.services, host, changed.waveId, () => failed('repository_changed', { freshness: 'changed_during_job' })),
    ).toMatchObject({ outcome: 'no_response' });
  });

  it('fails a turn whose prompt no model takes before it is sent, with both numbers', async () => {
    const small = { ...scriptedRuntime, models: scriptedRuntime.models.map((model) => ({ ...model, contextTokens: 1_000 })) };
    await host.report({ runtimes: [small] });
    const { waveId } = await ask('direct', { body: 'long '.repeat(2_000) });
    expect(await driveWave(api.services, host, waveId, quiet)).toMatchObject({ outcome: 'no_response' });
    const [job] = (await wave(waveId)).jobs;
    expect(job).toMatchObject({
      state: 'failed',
      delivery: 'not_delivered',
      error: { code: 'context_too_large', violation: { section: 'prompt', unit: 'tokens' } },
    });
    await host.report();
  });

  it('leaves no text of a deleted conversation, not even what hosts sent', async () => {
    const { conversationId, waveId } = await ask('team');
    await driveWave(api.services, host, waveId, quiet);
    await client.call('deleteConversation', { params: { id: conversationId } });
    const { rows } = await sql<{ n: number }>`select count(*) as n from runtime.turn where wave_id = ${waveId}`.execute(api.services.db);
    expect(rows[0]?.n).toBe(0);
    await expect(wave(waveId)).rejects.toMatchObject({ problem: { status: 404 } });
  });

  it('shows the text so far and lets an overtaken batch change nothing', async () => {
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const [job] = (await wave(waveId)).jobs;
    const params = { jobId: job?.id ?? '', attempt: 1 };
    await host.client.call('postDraft', { params, body: { seq: 2, text: 'The relay', truncated: false, progress: null } });
    await host.client.call('postDraft', { params, body: { seq: 1, text: 'The', truncated: false, progress: null } });
    expect((await wave(waveId)).jobs[0]?.draft).toEqual({ seq: 2, text: 'The relay', truncated: false });
    await host.client.call('postDraft', {
      params,
      body: { seq: 3, text: 'é'.repeat(limits.draftBytes), truncated: false, progress: null },
    });
    expect((await wave(waveId)).jobs[0]?.draft).toMatchObject({ seq: 3, truncated: true });
    await host.terminal(params.jobId, 1, completed(answer));
    expect((await wave(waveId)).jobs[0]?.draft).toBeNull();
    await expect(
      host.client.call('postDraft', { params, body: { seq: 4, text: 'late', truncated: false, progress: null } }),
    ).rejects.toMatchObject({ problem: { code: 'state_conflict' } });
  });

  it('comes out of recovery when its host proves the end', async () => {
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const curation = curationActivities(api.services);
    const [job] = (await wave(waveId)).jobs;
    await curation.recordRecovery(waveId, job?.id ?? '', 1, 'delivery_ambiguous');
    await host.terminal(job?.id ?? '', 1, completed(answer));
    expect(await wave(waveId)).toMatchObject({ state: 'running', waitingFor: null });
    expect(await curation.settleWave(waveId)).toMatchObject({ outcome: 'complete' });
    const kinds = (
      await api.services.db.selectFrom('parley.outbox').select(['kind', 'payload']).where('wave_id', '=', waveId).orderBy('id').execute()
    ).map((row) => row.kind);
    expect(kinds).toEqual(['start_wave', 'turn_evidence']);
  });

  it('opens the next attempt when the journal proves that nothing was sent', async () => {
    const { waveId } = await ask('direct');
    const curation = curationActivities(api.services);
    await curation.freezeContext(waveId);
    const step = await curation.advanceWave(waveId);
    const [turn] = step.next === 'run' ? step.turns : [];
    await host.assignment(turn?.jobId ?? '', 1);
    await host.client.call('putEvidence', {
      params: { jobId: turn?.jobId ?? '', attempt: 1 },
      body: { kind: 'not_sent', code: 'restart' },
    });
    await curation.settleTurn(turn?.jobId ?? '', 1, 'not_sent');
    expect(await curation.advanceWave(waveId)).toMatchObject({ next: 'run', turns: [{ jobId: turn?.jobId, attempt: 2 }] });
    expect(await runTurn(host, { jobId: turn?.jobId ?? '', attempt: 2 }, quiet)).toBe('answered');
  });

  it('does not send again what a host had announced and then no longer knows of, as after a lost journal', async () => {
    const { waveId } = await ask('direct');
    const curation = curationActivities(api.services);
    await curation.freezeContext(waveId);
    const step = await curation.advanceWave(waveId);
    const params = { jobId: step.next === 'run' ? (step.turns[0]?.jobId ?? '') : '', attempt: 1 };
    await host.assignment(params.jobId, 1);
    await host.client.call('postDelivery', { params, body: { delivery: 'sending', attestation: null } });
    await curation.settleTurn(params.jobId, 1, 'not_sent');
    expect(await curation.advanceWave(waveId)).toEqual({ next: 'settle' });
    await curation.settleWave(waveId);
    const wave = await client.call('getWave', { params: { id: waveId } });
    expect(wave.jobs).toMatchObject([{ attempt: 1, state: 'failed', error: { code: 'delivery_ambiguous' } }]);
  });

  it('goes on with the next wave of the conversation, in order', async () => {
    const { conversationId, waveId } = await ask('direct');
    const second = await send(client, conversationId, { policy: 'direct', responders: direct });
    const secondId = second.wave?.id ?? '';
    expect(await driveWave(api.services, host, secondId, quiet)).toEqual({ held: 'predecessor' });
    expect(await driveWave(api.services, host, waveId, quiet)).toMatchObject({ successorId: secondId });
    expect(await driveWave(api.services, host, secondId, quiet)).toMatchObject({ outcome: 'complete', successorId: null });
  });

  it('asks the same question again as a new wave with its own identity', async () => {
    const { conversationId, waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => failed('provider_failed'));
    const clientMessageId = nextClientId();
    const retried = await client.call('retryWave', { params: { id: waveId }, body: { clientMessageId } });
    expect(retried.wave?.id).not.toBe(waveId);
    expect(retried.message.body).toBe('What does the relay promise?');
    const again = await client.call('retryWave', { params: { id: waveId }, body: { clientMessageId } });
    expect(again.message.id).toBe(retried.message.id);
    expect(await messages(conversationId)).toHaveLength(2);
  });

  it('shows nothing of a turn to another host', async () => {
    const other = await makeTestHost(api.url, 'host-token-of-the-tests-0002');
    await host.report();
    const { waveId } = await ask('direct');
    await driveWave(api.services, host, waveId, () => null);
    const [job] = (await wave(waveId)).jobs;
    const stranger = job?.host?.id === host.hostId ? other : host;
    await expect(stranger.assignment(job?.id ?? '', 1)).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(stranger.terminal(job?.id ?? '', 1, completed(answer))).rejects.toMatchObject({ problem: { status: 404 } });
  });
});
