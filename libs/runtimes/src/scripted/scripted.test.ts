import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseCorrection, parseReview } from '@parley/prompts';
import { scriptedProviderPath } from '@parley/testing';
import { describeRuntimeConformance, hostDeath, recordEvents, turnInput, temporaryFolder } from '../conformance';
import type { ReconcileResult, TurnInput } from '../port';
import { createScriptedRuntime } from './scripted.adapter';

const log = join(temporaryFolder('scripted'), 'log');
const make = (script = scriptedProviderPath) => createScriptedRuntime({ script, log, environment: process.env });
const scripted = (script: object, over: Partial<TurnInput['assignment']> = {}): TurnInput =>
  turnInput('scripted', 'scripted-fast', { question: `What now? [[script:${JSON.stringify(script)}]]`, ...over });
const events = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
const starts = (): number => events().filter((line) => line.startsWith('started ')).length;
const noSend = async (): Promise<void> => undefined;

const modulePath = join(__dirname, '..', 'conformance', 'hosts', 'scripted.ts');
const env = { SCRIPTED_PROVIDER: scriptedProviderPath, SCRIPTED_LOG: log };

describeRuntimeConformance('scripted', make, {
  answer: () => turnInput('scripted', 'scripted-fast'),
  endless: () => scripted({ lead: { hang: true } }),
  stubborn: () => scripted({ lead: { hang: true, ignoreSigterm: true, grandchild: true } }),
  requestsSeen: starts,
  unreachable: () => ({ runtime: make(), input: { ...scripted({}), scratchDir: join(tmpdir(), 'no', 'such', 'folder') } }),
  hostDeath: () => ({
    modulePath,
    input: scripted({ lead: { delayMs: 60_000 } }),
    env,
    afterSending: ['not_delivered', 'unknown'],
    afterAcknowledged: ['unknown'],
  }),
  reportsUsage: true,
});

describe('scripted provider', () => {
  const runtime = make();
  const send = (input: TurnInput) => runtime.send(input, noSend, () => undefined);

  it('chooses its behaviour by profile and job role', async () => {
    const script = {
      lead: { text: 'The limit is 80.', correct: { outcome: 'defended' } },
      skeptic: { concerns: [{ claim: 'The limit is 80.', severity: 'blocking' }] },
    };
    expect(await send(scripted(script))).toMatchObject({ status: 'completed', output: 'The limit is 80.' });
    const target = { messageId: 'msg_0000000000000', text: 'The limit is 80. It holds.' };
    const review = await send(scripted(script, { role: 'review', profileRole: 'skeptic', target }));
    expect(parseReview(review.status === 'completed' ? review.output : '')).toMatchObject({
      ok: true,
      value: { outcome: 'concerns', concerns: [{ targetClaim: 'The limit is 80.', severity: 'blocking' }] },
    });
    const quiet = await send(scripted(script, { role: 'review', profileRole: 'verifier', target }));
    expect(parseReview(quiet.status === 'completed' ? quiet.output : '')).toMatchObject({
      ok: true,
      value: { outcome: 'no_concern_found', concerns: [] },
    });
  });

  it('corrects by putting the suggestion in the place of the claim', async () => {
    const concern = {
      id: 'con_0000000000000',
      targetClaim: 'The limit is 80.',
      category: 'value',
      severity: 'material',
      reason: '',
      evidence: '',
      suggestedResolution: 'Replace it with: The limit is 40.',
    };
    const target = { messageId: 'msg_0000000000000', text: 'The limit is 80. It holds.' };
    const record = recordEvents();
    const input = scripted({ lead: { text: 'not for the correction' } }, { role: 'correct', target, concerns: [concern] });
    const result = await runtime.send(input, noSend, record.emit);
    expect(parseCorrection(result.status === 'completed' ? result.output : '')).toMatchObject({
      ok: true,
      value: { outcome: 'revised', body: 'The limit is 40. It holds.', resolutions: [{ concernId: concern.id, outcome: 'revised' }] },
    });
    expect(record.events.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe('The limit is 40. It holds.');
  });

  it.each([
    [{ fail: 'provider_rate_limited' }, { status: 'failed', code: 'provider_rate_limited' }],
    [{ exit: 3 }, { status: 'failed', code: 'provider_failed' }],
    [{ text: ' ' }, { status: 'failed', code: 'output_missing' }],
  ])('ends as the script %j says', async (behaviour, expected) => {
    expect(await send(scripted({ lead: behaviour }))).toMatchObject(expected);
  });

  it('writes every start to its log and refuses the attempts it was told to refuse', async () => {
    const before = starts();
    const input = scripted({ lead: { notDelivered: 1 } });
    await expect(send(input)).rejects.toMatchObject({ name: 'NotDelivered' });
    expect(starts()).toBe(before);
    expect(await send({ ...input, assignment: { ...input.assignment, attempt: 2 } })).toMatchObject({ status: 'completed' });
    expect(events().filter((line) => line.startsWith(`started ${input.assignment.jobId} 2 answer `))).toHaveLength(1);
  });

  it('leaves an outcome unknown when the provider says so', async () => {
    await expect(send(scripted({ lead: { outcomeUnknown: true } }))).rejects.toMatchObject({ name: 'OutcomeUnknown' });
  });

  it('keeps the text so far of an interrupted turn', async () => {
    const controller = new AbortController();
    const record = recordEvents();
    const turn = runtime.send(
      { ...scripted({ lead: { text: 'one two', chunks: 1, hang: true } }), signal: controller.signal },
      noSend,
      record.emit,
    );
    await record.first('usage');
    controller.abort();
    expect(await turn).toMatchObject({ status: 'interrupted', partial: 'one two' });
  });

  it('finds the terminal of a turn that outlived its host', async () => {
    const input = scripted({ lead: { survive: true, delayMs: 400, text: 'still here' } });
    const journal = await hostDeath(modulePath, input, 'acknowledged', env);
    expect(await runtime.reconcile(journal)).toEqual({ status: 'alive' });
    let found: ReconcileResult = { status: 'alive' };
    while (found.status === 'alive') {
      await delay(50);
      found = await runtime.reconcile(journal);
    }
    expect(found).toMatchObject({ status: 'terminal', result: { status: 'completed', output: 'still here', usage: { modelCalls: 1 } } });
  });
});
