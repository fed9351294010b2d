import { gateStates, jobErrorCodes, jobRoles, jobStates, settlementReasons, waveOutcomes, waveStates } from '../vocabulary';
import { jobHeadline } from './job-headline';
import { type WaitingFacts, waitingFor } from './waiting';
import { recoveryCodes } from './waiting-reasons';
import { attentionReason, conversationHeadline, firstLine, waveHeadline } from './wave-headline';

const waiting = (change: Partial<WaitingFacts> = {}): WaitingFacts => ({
  state: 'queued',
  gate: 'ready',
  changes: [],
  predecessor: null,
  host: { name: 'build-mac', online: true, busy: false, capacity: 2 },
  rootLabels: ['parley'],
  queued: [],
  active: [],
  unconfirmed: [],
  recovery: null,
  started: true,
  idleMs: 0,
  ...change,
});

describe('what a wave waits for', () => {
  test.each<[string, Partial<WaitingFacts>, string | null, string | null]>([
    ['nothing while agents work', { state: 'running', active: ['Lead'] }, null, null],
    ['nothing when it has settled', { state: 'settled', unconfirmed: ['Lead'] }, null, null],
    [
      'the end of a turn',
      { state: 'recovery_required', unconfirmed: ['Lead'] },
      'recovery',
      'The host build-mac went away after the request was handed over. It will not be sent again by itself. If the host comes back, we look there first.',
    ],
    ['the end of a turn, stopped or not', { state: 'stopping', unconfirmed: ['Lead'] }, 'recovery', null],
    [
      'its stop',
      { state: 'stopping', active: ['Lead', 'Skeptic'] },
      'stop',
      'Nothing more will be started. Lead and Skeptic are being interrupted on build-mac.',
    ],
    [
      'a decision',
      {
        state: 'planned',
        gate: 'reconfirmation_required',
        changes: [{ label: 'parley', edited: 2, untracked: 0, headFrom: '3f2c1ab0000', headTo: '91d0e770000' }],
      },
      'decision',
      'parley: 2 files edited, HEAD moved from 3f2c1ab to 91d0e77. Agents have not started.',
    ],
    [
      'a decision about what cannot be listed',
      {
        state: 'planned',
        gate: 'reconfirmation_required',
        changes: [{ label: 'parley', edited: null, untracked: null, headFrom: null, headTo: null }],
      },
      'decision',
      'parley is not as it was. Agents have not started.',
    ],
    [
      'a decision about several',
      {
        state: 'planned',
        gate: 'reconfirmation_required',
        changes: ['a', 'b'].map((label) => ({ label, edited: 0, untracked: 1, headFrom: null, headTo: '91d0e770000' })),
      },
      'decision',
      'a: 1 untracked, HEAD is 91d0e77. b: 1 untracked, HEAD is 91d0e77. Agents have not started.',
    ],
    [
      'a resume',
      { state: 'planned', gate: 'interrupted' },
      'resume',
      'A selected repository could not be read. Your message is kept and nothing was asked. Resume to try again, or cancel.',
    ],
    [
      'the wave before it',
      { state: 'planned', gate: 'open', predecessor: { question: 'Is it safe?', needsPerson: false } },
      'predecessor',
      'It starts when “Is it safe?” has settled.',
    ],
    [
      'a wave before it that waits for somebody',
      { state: 'planned', gate: 'open', predecessor: { question: 'Is it safe?', needsPerson: true } },
      'predecessor',
      'It starts when “Is it safe?” has settled, and that one needs a decision.',
    ],
    [
      'its host',
      { host: { name: 'build-mac', online: false, busy: false, capacity: 2 } },
      'host',
      'It is offline, and the only host that has parley. This response starts when it is back.',
    ],
    [
      'its host, without sources',
      { rootLabels: [], host: { name: 'build-mac', online: false, busy: false, capacity: 2 } },
      'host',
      'It is offline. This response starts when it is back.',
    ],
    ['the workflow', { state: 'planned', gate: 'open', started: false }, 'workflow', null],
    [
      'a free place',
      { queued: ['Lead'], host: { name: 'build-mac', online: true, busy: true, capacity: 2 } },
      'capacity',
      'build-mac runs 2 turns at once. This response starts when one of them ends.',
    ],
    ['nothing when there is a place', { queued: ['Lead'] }, null, null],
    ['its workflow, when nothing has happened for long', { queued: ['Lead'], idleMs: 20_000 }, 'workflow', null],
    ['nothing while agents work for long', { state: 'running', active: ['Lead'], idleMs: 900_000 }, null, null],
  ])('%s', (_, change, kind, detail) => {
    const text = waitingFor(waiting(change));
    expect(text?.kind ?? null).toBe(kind);
    if (detail !== null) expect(text?.detail).toBe(detail);
  });

  test.each(recoveryCodes)('the end of a turn, because of %s', (recovery) => {
    const text = waitingFor(waiting({ state: 'recovery_required', unconfirmed: ['Lead'], recovery }));
    expect(text).toMatchObject({ kind: 'recovery', code: recovery, title: 'We cannot confirm how the turn of Lead ended' });
    expect(text?.detail).toMatch(/^[A-Z].*host build-mac.* will not be sent again/);
  });
});

describe('headlines', () => {
  test('are words for every state of a job', () => {
    for (const state of jobStates) {
      for (const role of jobRoles) {
        for (const errorCode of [null, ...jobErrorCodes]) {
          const { text } = jobHeadline({ role, state, errorCode, freshness: null, result: null, hostName: 'laptop-ana' });
          expect(text).toMatch(/^[A-Z][^_]{2,}[^.]$/);
        }
      }
    }
  });

  test.each([
    [{ role: 'answer', state: 'running' }, 'working', 'Answering on laptop-ana'],
    [
      {
        role: 'review',
        state: 'completed',
        result: { kind: 'review', outcome: 'no_concern_found', accessAvailable: true, limitations: [], concernIds: [] },
      },
      'good',
      'No concern',
    ],
    [
      {
        role: 'review',
        state: 'completed',
        result: { kind: 'review', outcome: 'concerns', accessAvailable: true, limitations: [], concernIds: ['a', 'b'] },
      },
      'needs_you',
      '2 concerns',
    ],
    [
      {
        role: 'review',
        state: 'completed',
        result: { kind: 'review', outcome: 'abstained', accessAvailable: false, limitations: ['x'], concernIds: [] },
      },
      'waiting',
      'Abstained, no access',
    ],
    [
      { role: 'correct', state: 'completed', result: { kind: 'correction', outcome: 'revised', limitations: [], messageId: 'm' } },
      'good',
      'Answer revised',
    ],
    [
      { role: 'answer', state: 'completed', freshness: 'changed_during_job', result: { kind: 'answer', messageId: 'm' } },
      'needs_you',
      'Answered, the sources changed meanwhile',
    ],
    [{ role: 'answer', state: 'failed', errorCode: 'provider_rate_limited' }, 'bad', 'The quota of this key is used up'],
    [{ role: 'answer', state: 'recovery_required' }, 'needs_you', 'Cannot confirm the end'],
  ] as const)('tell what a turn does: %j', (change, tone, text) => {
    expect(jobHeadline({ errorCode: null, freshness: 'fresh', result: null, hostName: 'laptop-ana', ...change })).toEqual({ tone, text });
  });

  const wave = {
    policy: 'team' as const,
    state: 'running' as const,
    gate: 'ready' as const,
    phase: 'answer' as const,
    outcome: null,
    reason: null,
    working: ['Lead'],
    waiting: null,
  };
  test.each([
    [{}, 'working', 'Lead is answering now'],
    [{ phase: 'review' as const, working: ['Skeptic', 'Verifier'] }, 'working', 'Skeptic and Verifier are reviewing'],
    [{ phase: 'correct' as const }, 'working', 'Preparing a correction'],
    [{ policy: 'panel' as const, working: ['Lead', 'Skeptic'] }, 'working', 'Panel is answering'],
    [{ state: 'stopping' as const }, 'working', 'Stopping'],
    [{ state: 'planned' as const, waiting: { kind: 'decision' as const, title: 'x' } }, 'needs_you', 'Context changed, your call'],
    [
      { state: 'queued' as const, waiting: { kind: 'host' as const, title: 'Waiting for host build-mac' } },
      'waiting',
      'Waiting for host build-mac',
    ],
    [{ state: 'recovery_required' as const }, 'needs_you', 'Cannot confirm the end'],
    [{ state: 'settled' as const, outcome: 'complete' as const }, 'good', 'Complete'],
    [{ state: 'settled' as const, outcome: 'partial' as const, reason: 'stopped' as const }, 'none', 'Stopped, partial'],
  ])('tell what a wave does: %j', (change, tone, text) => {
    expect(waveHeadline({ ...wave, ...change })).toEqual({ tone, text });
  });

  test('are words for every state of a wave', () => {
    for (const state of waveStates)
      for (const gate of gateStates)
        for (const outcome of [null, ...waveOutcomes])
          for (const reason of settlementReasons) {
            expect(waveHeadline({ ...wave, state, gate, outcome, reason }).text).toMatch(/^[A-Z][^_]+$/);
          }
  });

  test('of a conversation are its wave while that matters, else its last message', () => {
    const last = { authorName: 'Ana', text: '**good**, closing this\nbye', corrected: false };
    expect(conversationHeadline({ wave: { tone: 'needs_you', text: 'Context changed, your call' }, last })).toEqual({
      tone: 'needs_you',
      text: 'Context changed, your call',
    });
    expect(conversationHeadline({ wave: { tone: 'good', text: 'Complete' }, last })).toEqual({
      tone: 'none',
      text: 'Ana: good, closing this',
    });
    expect(conversationHeadline({ wave: null, last: { ...last, corrected: true, authorName: 'Lead' } }).text).toBe(
      'Corrected answer by Lead',
    );
    expect(conversationHeadline({ wave: null, last: { ...last, text: null } }).text).toBe('Ana: deleted message');
    expect(conversationHeadline({ wave: null, last: null }).text).toBe('No messages yet');
    expect([...firstLine('x'.repeat(500))]).toHaveLength(120);
  });
});

describe('attention', () => {
  const wave = { state: 'running' as const, gate: 'ready' as const, outcome: null, recovery: false, latest: true };
  test.each([
    ['nothing', [], null],
    ['a wave at work', [wave], null],
    ['a turn that cannot be confirmed', [{ ...wave, recovery: true }], 'Cannot confirm the end of a turn'],
    ['changed sources', [{ ...wave, state: 'planned' as const, gate: 'reconfirmation_required' as const }], 'Context changed, your call'],
    [
      'an interruption',
      [{ ...wave, state: 'planned' as const, gate: 'interrupted' as const }],
      'A response was interrupted before it started',
    ],
    [
      'a last response without answer',
      [{ ...wave, state: 'settled' as const, outcome: 'no_response' as const }],
      'The last response gave no answer',
    ],
    [
      'an older response without answer',
      [
        { ...wave, state: 'settled' as const, outcome: 'no_response' as const, latest: false },
        { ...wave, state: 'settled' as const, outcome: 'complete' as const },
      ],
      null,
    ],
  ])('is asked for by %s', (_, waves, reason) => {
    expect(attentionReason(waves)).toBe(reason);
  });
});
