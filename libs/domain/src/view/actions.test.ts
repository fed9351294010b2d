import { gateStates, jobErrorCodes, waveOutcomes, waveStates } from '../vocabulary';
import { limits } from '../limits';
import { conversationActions, messageActions } from './conversation-actions';
import { jobErrorText } from './job-error-text';
import { type WaveActionFacts, waveActionNames, waveActions } from './wave-actions';

const wave = (change: Partial<WaveActionFacts> = {}): WaveActionFacts => ({
  state: 'running',
  gate: 'ready',
  stopRequested: false,
  recovery: false,
  outcome: null,
  archived: false,
  mayWrite: true,
  ...change,
});
const allowed = (change: Partial<WaveActionFacts>): string => waveActions(wave(change)).allowedActions.join(' ');

describe('what one may do with a wave', () => {
  test.each<[string, Partial<WaveActionFacts>, string]>([
    ['that waits its turn', { state: 'planned', gate: 'open' }, 'stop cancel'],
    ['whose sources changed', { state: 'planned', gate: 'reconfirmation_required' }, 'stop continue cancel'],
    ['that was interrupted', { state: 'planned', gate: 'interrupted' }, 'stop cancel resume'],
    ['that is queued', { state: 'queued' }, 'stop cancel'],
    ['that runs', {}, 'stop'],
    ['that is being stopped', { state: 'stopping', stopRequested: true }, ''],
    ['that cannot be confirmed', { state: 'recovery_required', recovery: true }, 'stop resume'],
    ['that was stopped and cannot be confirmed', { state: 'stopping', stopRequested: true, recovery: true }, 'stop resume'],
    ['that is complete', { state: 'settled', outcome: 'complete' }, ''],
    ['that was canceled', { state: 'settled', outcome: 'canceled' }, ''],
    ['that is partial', { state: 'settled', outcome: 'partial' }, 'retry'],
    ['that is stale', { state: 'settled', outcome: 'stale' }, 'retry'],
    ['that is partial, in an archive', { state: 'settled', outcome: 'partial', archived: true }, ''],
    ['as a reader', { mayWrite: false }, ''],
  ])('%s', (_, change, expected) => {
    expect(allowed(change)).toBe(expected);
  });

  test('is either allowed or blocked with a sentence, in every state', () => {
    for (const state of waveStates) {
      for (const gate of gateStates) {
        for (const outcome of state === 'settled' ? waveOutcomes : [null]) {
          const actions = waveActions(wave({ state, gate, outcome }));
          expect([...actions.allowedActions, ...Object.keys(actions.blocked)].sort()).toEqual([...waveActionNames].sort());
          for (const { detail } of Object.values(actions.blocked)) expect(detail).toMatch(/^[A-Z].*\.$/);
        }
      }
    }
  });
});

describe('what one may do with a conversation', () => {
  const all = { state: 'open' as const, unsettledWaves: 0, mayWrite: true, mayManage: true, mayDelete: true };
  test.each([
    ['that is open', {}, 'send ask rename archive change_audience delete'],
    ['where a response runs', { unsettledWaves: 1 }, 'send ask rename change_audience'],
    ['whose queue is full', { unsettledWaves: limits.unsettledWaves }, 'send rename change_audience'],
    ['that is archived', { state: 'archived' as const }, 'rename restore change_audience delete'],
    ['as a reader', { mayWrite: false, mayManage: false, mayDelete: false }, ''],
  ])('%s', (_, change, expected) => {
    expect(conversationActions({ ...all, ...change }).allowedActions.join(' ')).toBe(expected);
  });
});

describe('what one may do with a message', () => {
  const mine = {
    status: 'visible' as const,
    authorKind: 'person' as const,
    mine: true,
    waveUnsettled: false,
    archived: false,
    mayWrite: true,
  };
  test.each([
    ['of mine', {}, 'reply select supersede delete'],
    ['of mine that agents work on', { waveUnsettled: true }, 'reply select supersede'],
    ['of mine that was corrected', { status: 'superseded' as const }, 'reply select delete'],
    ['of somebody else', { mine: false }, 'reply select'],
    ['of an agent', { authorKind: 'agent' as const, mine: false }, 'reply select'],
    ['that was deleted', { status: 'tombstone' as const }, ''],
    ['in an archive', { archived: true }, 'delete'],
    ['as a reader', { mayWrite: false }, ''],
  ])('%s', (_, change, expected) => {
    expect(messageActions({ ...mine, ...change }).allowedActions.join(' ')).toBe(expected);
  });
});

describe('the words for errors', () => {
  test('are a title in one line and sentences that say what one can do', () => {
    for (const code of jobErrorCodes) {
      const { title, detail } = jobErrorText(code);
      expect(title).toMatch(/^[A-Z][^.\n]{3,79}$/);
      expect(detail).toMatch(/^[A-Z].*\.$/);
      expect(`${title} ${detail}`).not.toMatch(/_|undefined|null/);
    }
  });
});
