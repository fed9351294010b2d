import type { AgentPolicy, GateState, SettlementReason, WaveOutcome, WavePhase, WaveState } from '../vocabulary';
import { headline, type HeadlineText, listed } from './headline';
import type { WaitingText } from './waiting';

export interface WaveHeadlineFacts {
  policy: AgentPolicy;
  state: WaveState;
  gate: GateState;
  phase: WavePhase | null;
  outcome: WaveOutcome | null;
  reason: SettlementReason | null;
  /** Names of the agents whose turns are under way now. */
  working: readonly string[];
  /** What `waitingFor` says, null when nothing is waited for. */
  waiting: Pick<WaitingText, 'kind' | 'title'> | null;
  /** From the receipt of a settled wave: whether everything planned happened. */
  complete?: boolean;
}

const outcomes: { readonly [outcome in WaveOutcome]: HeadlineText } = {
  complete: headline('good', 'Complete'),
  partial: headline('waiting', 'Partial'),
  failed: headline('bad', 'Failed'),
  stale: headline('needs_you', 'The sources changed'),
  no_response: headline('bad', 'No answer'),
  canceled: headline('none', 'Stopped'),
};

/** The state of a wave in words. */
export function waveHeadline(wave: WaveHeadlineFacts): HeadlineText {
  if (wave.state === 'settled') return settled(wave);
  if (wave.state === 'recovery_required') return headline('needs_you', 'Cannot confirm the end');
  if (wave.state === 'stop_requested' || wave.state === 'stopping') {
    return wave.waiting?.kind === 'recovery'
      ? headline('needs_you', 'Stopping, the end is not confirmed')
      : headline('working', 'Stopping');
  }
  if (wave.waiting?.kind === 'decision') return headline('needs_you', 'Context changed, your call');
  if (wave.waiting?.kind === 'resume') return headline('needs_you', 'Interrupted before it started');
  if (wave.waiting !== null) return headline('waiting', wave.waiting.title);
  return wave.state === 'running' ? headline('working', running(wave)) : headline('waiting', 'Waiting to start');
}

function settled({ outcome, reason }: WaveHeadlineFacts): HeadlineText {
  if (outcome === null) return headline('none', 'Ended');
  return outcome === 'partial' && reason === 'stopped' ? headline('none', 'Stopped, partial') : outcomes[outcome];
}

function running({ policy, phase, working }: WaveHeadlineFacts): string {
  if (phase === 'review')
    return working.length === 0 ? 'Reviewing the answer' : `${listed(working)} ${working.length === 1 ? 'is' : 'are'} reviewing`;
  if (phase === 'correct') return 'Preparing a correction';
  if (policy === 'panel' && working.length !== 1) return 'Panel is answering';
  return working.length === 0 ? 'Starting' : `${listed(working)} is answering now`;
}

export interface ConversationHeadlineFacts {
  /** The wave that matters most now: one that needs a person, else the running one, else the first waiting. */
  wave: HeadlineText | null;
  /** The last message; `text` null for a tombstone. */
  last: { authorName: string; text: string | null; corrected: boolean } | null;
}

/** What a conversation shows beside its title: what happens now, else its last message in one line. */
export function conversationHeadline({ wave, last }: ConversationHeadlineFacts): HeadlineText {
  if (wave !== null && wave.tone !== 'good' && wave.tone !== 'none') return wave;
  if (last === null) return headline('none', 'No messages yet');
  if (last.text === null) return headline('none', `${last.authorName}: deleted message`);
  if (last.corrected) return headline('none', `Corrected answer by ${last.authorName}`);
  return headline('none', `${last.authorName}: ${firstLine(last.text)}`);
}

/** One line without Markdown marks, at most 120 characters. */
export function firstLine(text: string): string {
  const line =
    text
      .split(/\r?\n/)
      .map((l) =>
        l
          .replace(/^[\s#>*+-]+/, '')
          .replace(/[`*]{1,3}/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .find((l) => l !== '') ?? '';
  const characters = [...line];
  return characters.length <= 120 ? line : `${characters.slice(0, 119).join('').trimEnd()}…`;
}

/** Why a conversation needs somebody, in words; null when it does not. The newest settled wave counts, older ones do not. */
export function attentionReason(
  waves: readonly {
    state: WaveState;
    gate: GateState;
    outcome: WaveOutcome | null;
    recovery: boolean;
    latest: boolean;
    interrupted?: boolean;
  }[],
): string | null {
  const open = waves.filter((wave) => wave.state !== 'settled');
  if (open.some((wave) => wave.state === 'recovery_required' || wave.recovery)) return 'Cannot confirm the end of a turn';
  if (open.some((wave) => wave.state === 'planned' && wave.gate === 'reconfirmation_required')) return 'Context changed, your call';
  if (open.some((wave) => wave.state === 'planned' && wave.gate === 'interrupted')) return 'A response was interrupted before it started';
  const last = waves.find((wave) => wave.latest && wave.state === 'settled');
  if (last?.outcome === 'stale') return 'The sources changed during the last response';
  if (last?.outcome === 'failed' || last?.outcome === 'no_response') return 'The last response gave no answer';
  return null;
}
