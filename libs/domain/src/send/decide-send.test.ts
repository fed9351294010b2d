import { limits } from '../limits';
import { decideSend } from './decide-send';
import { facts, host, message, participant, pick, repositories, request, runtime } from './testing/send-fixtures';
import type { SendFacts, SendPlan, SendRequest } from './send-facts';

function accepted(f: SendFacts, r: SendRequest): SendPlan {
  const decision = decideSend(f, r);
  if (decision.kind !== 'accept') throw new Error(decision.kind === 'refuse' ? decision.error.message : decision.kind);
  return decision.plan;
}
function refused(f: SendFacts, r: SendRequest): string {
  const decision = decideSend(f, r);
  if (decision.kind !== 'refuse') throw new Error(`was ${decision.kind}`);
  return `${decision.error.code}: ${decision.error.detail}`;
}

describe('identity', () => {
  const earlier = { messageId: 'msg_1', fingerprint: 'f1', waveId: 'wav_1', intentId: 'int_1' };
  test('the same send is answered as the first time, whatever changed since', () => {
    const changed = facts({
      earlier,
      conversation: { id: 'cnv_1', state: 'archived', titleAuto: false, latestOrdinal: 9 },
      hosts: [],
      unsettledWaves: 8,
    });
    expect(decideSend(changed, request())).toEqual({ kind: 'replay', messageId: 'msg_1', waveId: 'wav_1', intentId: 'int_1' });
  });
  test('another send with the same id is a conflict', () => {
    expect(refused(facts({ earlier, fingerprint: 'f2' }), request())).toMatch(/^idempotency_conflict/);
  });
});

describe('a note', () => {
  test('is one message and no wave', () => {
    const plan = accepted(facts({ hosts: [] }), request({ policy: 'note', responders: [] }));
    expect(plan).toEqual({
      message: { body: 'Is it safe?', policy: 'note', replyTo: null, supersedes: null, sources: [] },
      refs: [],
      notes: [],
      wave: null,
      title: 'Is it safe?',
    });
  });
  test('is taken when eight responses wait already', () => {
    expect(accepted(facts({ unsettledWaves: 8 }), request({ policy: 'note', responders: [] })).wave).toBeNull();
  });
  test('may name a repository that cannot be read now', () => {
    expect(accepted(facts({ hosts: [] }), request({ policy: 'note', responders: [], contextRefs: repositories('a') })).refs).toHaveLength(
      1,
    );
  });
});

describe('refusals before anything is written', () => {
  const archived = { id: 'cnv_1', state: 'archived' as const, titleAuto: true, latestOrdinal: 0 };
  test.each<[string, Partial<SendFacts>, Partial<SendRequest>, string]>([
    ['an archived conversation', { conversation: archived }, {}, 'conversation_archived'],
    ['a blank message', {}, { body: ' \n' }, 'message_empty'],
    ['a message above 32 KiB as stored', {}, { body: 'ä'.repeat(limits.messageBytes / 2 + 1) }, 'body_too_large'],
    ['a ninth response', { unsettledWaves: limits.unsettledWaves }, {}, 'queue_full'],
    ['agents in a note', {}, { policy: 'note' }, 'responders_invalid'],
    ['Direct without an agent', {}, { responders: [] }, 'responders_invalid'],
    ['Direct with two', {}, { responders: [pick('lead'), pick('skeptic')] }, 'responders_invalid'],
    ['a Panel of one', {}, { policy: 'panel' }, 'responders_invalid'],
    ['a Panel with one agent twice', {}, { policy: 'panel', responders: [pick('lead'), pick('lead')] }, 'responders_invalid'],
    ['a Team of two', {}, { policy: 'team', responders: [pick('lead'), pick('skeptic')] }, 'responders_invalid'],
    [
      'a Team without its Verifier',
      {},
      { policy: 'team', responders: [pick('lead'), pick('skeptic'), pick('lead')] },
      'responders_invalid',
    ],
    ['an unknown agent', {}, { responders: [pick('nobody')] }, 'responders_invalid'],
    [
      'a participant of another conversation',
      {},
      { responders: [{ participantId: 'par_x', runtimeId: 'codex', modelId: 'gpt-5.5' }] },
      'responders_invalid',
    ],
    [
      'the same agent by profile and by participant',
      { participants: [participant()] },
      { policy: 'panel', responders: [pick('lead'), { participantId: 'par_lead', runtimeId: 'codex', modelId: 'gpt-5.5' }] },
      'responders_invalid',
    ],
    ['a reply to a foreign message', {}, { replyTo: 'msg_9' }, 'reply_invalid'],
    ['a reply to a deleted message', { messages: [message(1, { status: 'tombstone' })] }, { replyTo: 'msg_1' }, 'reply_invalid'],
    ['a correction of a foreign message', {}, { supersedes: 'msg_9' }, 'supersede_invalid'],
    [
      "a correction of somebody else's message",
      { messages: [message(1, { personId: 'per_other' })] },
      { supersedes: 'msg_1' },
      'supersede_invalid',
    ],
    [
      "a correction of an agent's message",
      { messages: [message(1, { authorKind: 'agent', personId: null })] },
      { supersedes: 'msg_1' },
      'supersede_invalid',
    ],
    ['a second correction', { messages: [message(1, { status: 'superseded' })] }, { supersedes: 'msg_1' }, 'supersede_invalid'],
    ['a correction that is a reply', { messages: [message(1)] }, { supersedes: 'msg_1', replyTo: 'msg_1' }, 'supersede_invalid'],
    ['a foreign source', {}, { sources: ['msg_9'] }, 'sources_invalid'],
    ['a deleted source', { messages: [message(1, { status: 'tombstone', bytes: 0 })] }, { sources: ['msg_1'] }, 'sources_invalid'],
    [
      'sources that alone are too much',
      { messages: [1, 2, 3, 4, 5, 6, 7].map((n) => message(n, { bytes: limits.messageBytes })) },
      { sources: [1, 2, 3, 4, 5, 6, 7].map((n) => `msg_${n}`) },
      'limit_exceeded',
    ],
    ['nine references', {}, { contextRefs: repositories('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i') }, 'context_invalid'],
    ['an unknown repository', {}, { contextRefs: repositories('z') }, 'context_invalid'],
    ['a repository that no host has', {}, { contextRefs: repositories('c') }, 'host_missing'],
    ['an installation without a host', { hosts: [] }, {}, 'runtime_unavailable'],
  ])('%s', (_, change, asked, code) => {
    expect(refused(facts(change), request(asked)).split(':')[0]).toBe(code);
  });
});

describe('a plan', () => {
  test('orders a Team as Lead, Skeptic, Verifier, however it was chosen', () => {
    const plan = accepted(facts(), request({ policy: 'team', responders: [pick('verifier'), pick('lead'), pick('skeptic')] }));
    expect(plan.wave?.assignments.map((a) => [a.position, a.role, a.assignmentRole])).toEqual([
      [0, 'lead', 'primary'],
      [1, 'skeptic', 'reviewer'],
      [2, 'verifier', 'reviewer'],
    ]);
  });
  test('keeps the order of a Panel', () => {
    const plan = accepted(facts(), request({ policy: 'panel', responders: [pick('verifier'), pick('lead')] }));
    expect(plan.wave?.assignments.map((a) => [a.role, a.assignmentRole])).toEqual([
      ['verifier', 'panelist'],
      ['lead', 'panelist'],
    ]);
  });
  test('makes a participant on first use, with the contract of its profile', () => {
    expect(accepted(facts(), request()).wave?.assignments[0]).toMatchObject({
      change: 'new_participant',
      participantId: null,
      revisionId: null,
      revision: 1,
      roleContractVersion: 1,
      roleContractHash: 'hash-lead',
      effort: null,
    });
  });
  test('leaves an unchanged participant as it is, the effort kept when it is not said again', () => {
    expect(accepted(facts({ participants: [participant()] }), request()).wave?.assignments[0]).toMatchObject({
      change: 'unchanged',
      participantId: 'par_lead',
      revisionId: 'prv_2',
      revision: 2,
      effort: 'high',
    });
  });
  test('writes the next revision when runtime, model or effort changed', () => {
    const plan = accepted(facts({ participants: [participant()] }), request({ responders: [pick('lead', { effort: 'low' })] }));
    expect(plan.wave?.assignments[0]).toMatchObject({
      change: 'new_revision',
      participantId: 'par_lead',
      revisionId: null,
      revision: 3,
      effort: 'low',
    });
  });
  test('puts a reply to a reply under its root', () => {
    const messages = [message(1), message(2, { replyTo: 'msg_1' })];
    expect(accepted(facts({ messages }), request({ replyTo: 'msg_2' })).message.replyTo).toBe('msg_1');
  });
  test('names further repositories without reading them, and says so', () => {
    const hosts = [host({ repositories: ['a', 'b', 'c', 'd'].map((letter) => ({ id: `rep_${letter}`, available: true, reason: null })) })];
    const plan = accepted(facts({ hosts }), request({ contextRefs: repositories('a', 'b', 'c', 'd', 'a') }));
    expect(plan.refs.map((ref) => ref.access)).toEqual(['filesystem_read', 'filesystem_read', 'filesystem_read', 'metadata_only']);
    expect(plan.wave?.rootIds).toEqual(['rep_a', 'rep_b', 'rep_c']);
    expect(plan.notes).toEqual(['repo-d is only named to the agents: at most 3 repositories can be read at once.']);
  });
  test('freezes the newest messages that fit, and always the reply root and the sources', () => {
    const messages = Array.from({ length: 120 }, (_, i) => message(i + 1));
    const plan = accepted(
      facts({ messages, conversation: { id: 'cnv_1', state: 'open', titleAuto: false, latestOrdinal: 120 } }),
      request({ replyTo: 'msg_3', sources: ['msg_5'] }),
    );
    expect(plan.wave?.windowIds).toHaveLength(limits.windowMessages - 1);
    expect(plan.wave?.windowIds.slice(0, 3)).toEqual(['msg_3', 'msg_5', 'msg_44']);
    expect(plan.wave?.windowIds.at(-1)).toBe('msg_120');
    expect(plan.wave?.omitted).toBe(41);
    expect(plan.title).toBeNull();
  });
});

describe('the host of a wave', () => {
  const away = host({ id: 'hst_b', name: 'build-mac', online: false });
  test('is one that is online, when one is', () => {
    expect(accepted(facts({ hosts: [away, host()] }), request({ contextRefs: repositories('a') })).wave).toMatchObject({
      hostId: 'hst_a',
      hostOnline: true,
    });
  });
  test('is waited for when it is the only one and away', () => {
    expect(accepted(facts({ hosts: [away] }), request({ contextRefs: repositories('a') })).wave).toMatchObject({
      hostId: 'hst_b',
      hostOnline: false,
    });
  });
  test('is the one that is away when the one at hand lacks a root', () => {
    expect(accepted(facts({ hosts: [away, host({ repositories: [] })] }), request({ contextRefs: repositories('a') })).wave?.hostId).toBe(
      'hst_b',
    );
  });
  test('must have all roots, and the refusal says which host has which', () => {
    const hosts = [
      host({ repositories: [{ id: 'rep_a', available: true, reason: null }] }),
      { ...away, repositories: [{ id: 'rep_b', available: true, reason: null }] },
    ];
    expect(refused(facts({ hosts }), request({ contextRefs: repositories('a', 'b') }))).toBe(
      'host_missing: No host has all selected repositories: repo-a on laptop-ana, repo-b on build-mac.',
    );
  });
  test('must have every chosen runtime, and the refusal names the missing one', () => {
    const hosts = [host(), host({ id: 'hst_b', name: 'build-mac', runtimes: [runtime({ id: 'claude', name: 'Claude' })] })];
    const asked = request({ policy: 'panel', responders: [pick('lead'), pick('skeptic', { runtimeId: 'claude' })] });
    expect(refused(facts({ hosts }), asked)).toBe(
      'host_missing: No host has all chosen runtimes: laptop-ana lacks claude; build-mac lacks codex.',
    );
  });
  test('that is there and not ready is told with its reason, not waited for', () => {
    const hosts = [host({ runtimes: [runtime({ ready: false, reason: 'it is not signed in.' })] }), away];
    expect(refused(facts({ hosts }), request())).toBe('runtime_unavailable: Codex is not ready on laptop-ana: it is not signed in.');
  });
  test('whose repository cannot be read is told with the reason of the host', () => {
    const hosts = [host({ repositories: [{ id: 'rep_a', available: false, reason: 'it is no Git repository any more.' }] })];
    expect(refused(facts({ hosts }), request({ contextRefs: repositories('a') }))).toBe(
      'context_invalid: repo-a cannot be read on laptop-ana: it is no Git repository any more.',
    );
  });
  test('that lost a model refuses a new choice as unavailable and an old one as drift', () => {
    const hosts = [host({ runtimes: [runtime({ models: [] })] })];
    expect(refused(facts({ hosts }), request())).toMatch(/^model_unavailable: gpt-5.5 is not offered by Codex on laptop-ana now/);
    expect(refused(facts({ hosts, participants: [participant()] }), request())).toMatch(
      /^participant_drift: Lead was set to gpt-5.5, which is not offered/,
    );
  });
  test('that lost an effort refuses likewise', () => {
    const hosts = [host({ runtimes: [runtime({ models: [{ id: 'gpt-5.5', efforts: ['low'] }] })] })];
    expect(refused(facts({ hosts, participants: [participant()] }), request())).toMatch(
      /^participant_drift: Lead was set to gpt-5.5 with effort high, which is not offered/,
    );
    expect(refused(facts({ hosts }), request({ responders: [pick('lead', { effort: 'max' })] }))).toMatch(/^model_unavailable/);
  });
});
