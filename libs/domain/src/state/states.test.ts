import { ParleyError } from '../errors';
import { deliveryStates, gateStates, jobStates, waveStates } from '../vocabulary';
import { assertDeliveryTransition, assertInterruptTransition, deliveryPath } from './delivery-states';
import { assertGateTransition, decideGate } from './gate-states';
import { assertJobTransition, isTerminalJob, jobPath, retryableJobStates, terminalJobStates } from './job-states';
import { assertWaveTransition, personWaveState, wavePath } from './wave-states';

/** The whole table once more, as rows of y (allowed) and . (refused), so that a change of either side is seen. */
function grid<S extends string>(states: readonly S[], allowed: (from: S, to: S) => void): string[] {
  return states.map((from) => {
    const cells = states.map((to) => {
      try {
        allowed(from, to);
        return 'y';
      } catch (error) {
        if (error instanceof ParleyError && error.code === 'state_conflict') return '.';
        throw error;
      }
    });
    return `${cells.join('')} ${from}`;
  });
}

describe('transition tables', () => {
  test('a wave takes only the transitions of its table, and leaves a settled state never', () => {
    expect(grid(waveStates, assertWaveTransition)).toEqual([
      '.y..y..y planned',
      '..y.y.yy snapshotting',
      '...yy.yy queued',
      '....y.yy running',
      '.....yyy stop_requested',
      '......yy stopping',
      '...y.y.y recovery_required',
      '........ settled',
    ]);
  });

  test('a job takes only the transitions of its table, and leaves no terminal state', () => {
    expect(grid(jobStates, assertJobTransition)).toEqual([
      '.y...y..y. queued',
      '..y.yy.y.y resolving_context',
      '...yyy.y.y starting',
      '....yyyy.y running',
      '.....yy.y. cancel_requested',
      '....y.yyy. recovery_required',
      '.......... completed',
      '.......... failed',
      '.......... canceled',
      '.......... context_stale',
    ]);
    expect(jobStates.filter(isTerminalJob)).toEqual([...terminalJobStates]);
  });

  test.each([
    ['delivery', assertDeliveryTransition],
    ['interrupt', assertInterruptTransition],
  ] as const)('a %s is observed step by step, and an ambiguous one is moved by proof only', (_, assert) => {
    expect(grid(deliveryStates, (from, to) => assert(from, to))).toEqual([
      '.y..y. not_sent',
      '..yyy. sending',
      '...y.y acknowledged',
      '...... ambiguous',
      '...... not_delivered',
      '...... terminal',
    ]);
    expect(grid(deliveryStates, (from, to) => assert(from, to, 'reconciliation'))[3]).toBe('..y.yy ambiguous');
  });

  test('a ready gate stays ready; the others can be asked again', () => {
    expect(grid(gateStates, assertGateTransition)).toEqual(['.yyy open', '.... ready', '.yyy reconfirmation_required', 'yyyy interrupted']);
  });
});

describe('paths', () => {
  test('a terminal that overtakes its progress is written through the states that it proves', () => {
    expect(jobPath('queued', 'completed')).toEqual(['resolving_context', 'starting', 'running', 'completed']);
    expect(jobPath('starting', 'canceled')).toEqual(['cancel_requested', 'canceled']);
    expect(jobPath('recovery_required', 'completed')).toEqual(['completed']);
    expect(jobPath('completed', 'completed')).toEqual([]);
    expect(deliveryPath('not_sent', 'terminal')).toEqual(['sending', 'acknowledged', 'terminal']);
    expect(wavePath('planned', 'running')).toEqual(['snapshotting', 'queued', 'running']);
    expect(wavePath('running', 'stopping')).toEqual(['stop_requested', 'stopping']);
  });

  test('no path leads out of a terminal state, or past a recovery as if it were progress', () => {
    expect(() => jobPath('failed', 'completed')).toThrow('cannot go from failed to completed');
    expect(() => jobPath('cancel_requested', 'failed')).toThrow('cannot go');
    expect(() => wavePath('settled', 'running')).toThrow('cannot go');
    expect(() => wavePath('stopping', 'running')).toThrow('cannot go');
  });

  test('only what was never acknowledged may be tried again', () => {
    expect([...retryableJobStates]).toEqual(['queued', 'resolving_context', 'starting', 'recovery_required']);
  });
});

describe('what a person is shown', () => {
  test('planned means that a person is asked; a wave that waits its turn is queued', () => {
    const shown = waveStates.map((state) => gateStates.map((gate) => personWaveState({ state, gate })).join(' '));
    expect(shown).toEqual([
      'queued queued planned planned',
      'queued queued queued queued',
      'queued queued queued queued',
      'running running running running',
      'stopping stopping stopping stopping',
      'stopping stopping stopping stopping',
      'recovery_required recovery_required recovery_required recovery_required',
      'settled settled settled settled',
    ]);
  });
});

describe('decideGate', () => {
  test('unchanged or unseen sources are ready, changed ones are asked about, unreadable ones interrupt', () => {
    expect(decideGate({ seenFingerprint: null, fingerprint: 'a', unreadable: [] })).toEqual({ gate: 'ready' });
    expect(decideGate({ seenFingerprint: 'a', fingerprint: 'a', unreadable: [] })).toEqual({ gate: 'ready' });
    expect(decideGate({ seenFingerprint: 'a', fingerprint: 'b', unreadable: [] })).toEqual({
      gate: 'reconfirmation_required',
      fingerprint: 'b',
    });
    expect(decideGate({ seenFingerprint: 'a', fingerprint: 'a', unreadable: [{ label: 'parley', reason: 'gone' }] })).toEqual({
      gate: 'interrupted',
      code: 'context_unavailable',
    });
  });
});
