import { gateStates, waveStates } from '../vocabulary';
import { decideWaveCommand, waveCommands } from './wave-commands';
import { assertWaveTransition } from './wave-states';

const answer = (decision: ReturnType<typeof decideWaveCommand>): string =>
  decision.allowed ? decision.effect : `refused:${decision.error.code}`;

describe('commands of a person', () => {
  test.each([
    ['planned', 'request_stop', 'cancel', 'refused:action_unavailable'],
    ['snapshotting', 'request_stop', 'cancel', 'refused:action_unavailable'],
    ['queued', 'request_stop', 'cancel', 'refused:action_unavailable'],
    ['running', 'request_stop', 'refused:action_unavailable', 'refused:action_unavailable'],
    ['stop_requested', 'nothing', 'nothing', 'refused:action_unavailable'],
    ['stopping', 'nothing', 'nothing', 'refused:action_unavailable'],
    ['recovery_required', 'give_up', 'refused:action_unavailable', 'look_again'],
    ['settled', 'nothing', 'nothing', 'refused:action_unavailable'],
  ] as const)(
    'a wave that is %s answers Stop with %s, Cancel with %s, Resume with %s, and Continue never',
    (state, stop, cancel, resume) => {
      const wave = { state, gate: 'ready' as const, stopRequested: false, recovery: state === 'recovery_required' };
      expect(waveCommands.map((command) => answer(decideWaveCommand(wave, command)))).toEqual([
        stop,
        cancel,
        'refused:action_unavailable',
        resume,
      ]);
    },
  );

  test.each([
    ['open', 'refused:action_unavailable', 'refused:action_unavailable'],
    ['ready', 'refused:action_unavailable', 'refused:action_unavailable'],
    ['reconfirmation_required', 'confirm', 'refused:action_unavailable'],
    ['interrupted', 'refused:action_unavailable', 'resume_planning'],
  ] as const)('a planned wave whose gate is %s answers Continue with %s and Resume with %s', (gate, confirm, resume) => {
    const wave = { state: 'planned' as const, gate, stopRequested: false, recovery: false };
    expect(answer(decideWaveCommand(wave, 'continue'))).toBe(confirm);
    expect(answer(decideWaveCommand(wave, 'resume'))).toBe(resume);
    expect(answer(decideWaveCommand({ ...wave, stopRequested: true }, 'continue'))).toBe('refused:action_unavailable');
    expect(answer(decideWaveCommand({ ...wave, stopRequested: true }, 'resume'))).toBe('refused:action_unavailable');
  });

  test('Stop is answered from every state, gate and history, and never moves a wave against its table', () => {
    for (const state of waveStates) {
      for (const gate of gateStates) {
        for (const recovery of [false, true]) {
          const decision = decideWaveCommand({ state, gate, stopRequested: false, recovery }, 'stop');
          expect(decision.allowed).toBe(true);
          if (decision.allowed && decision.state !== state) expect(() => assertWaveTransition(state, decision.state)).not.toThrow();
        }
      }
    }
  });

  test('a second Stop of a wave whose end cannot be confirmed gives the turn up, and looking again stays possible', () => {
    const wave = { state: 'stopping' as const, gate: 'ready' as const, stopRequested: true, recovery: true };
    expect(answer(decideWaveCommand(wave, 'stop'))).toBe('give_up');
    expect(answer(decideWaveCommand(wave, 'resume'))).toBe('look_again');
  });

  test('Cancel ends a wave that waits for a decision about its context', () => {
    expect(
      answer(decideWaveCommand({ state: 'planned', gate: 'reconfirmation_required', stopRequested: false, recovery: false }, 'cancel')),
    ).toBe('cancel');
  });
});
