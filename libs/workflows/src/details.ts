import { type WaitCode, waitReasons } from '@parley/domain';
import type { TurnRef } from './activities';

export type TurnStatus = 'waiting' | 'dispatched' | 'interrupting' | 'reconciling' | 'alive' | 'recovery_required' | 'over';

export interface Details {
  step: string;
  phase: string | null;
  /** Why nothing goes on, since when (milliseconds since 1970), and whom it concerns; null while it works. */
  waiting: { code: WaitCode; since: number } | null;
  stopOrigin: 'person' | 'operator' | null;
  turns: readonly { turn: TurnRef; status: TurnStatus }[];
  link: string | null;
}

const instant = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** What the Temporal UI shows of a running wave: the reason for waiting in the words of docs/operate.md, what ends it, and where each turn stands. Ids and closed words only. */
export function detailsText({ step, phase, waiting, stopOrigin, turns, link }: Details): string {
  const where = [step, phase, stopOrigin && `stop asked for by ${stopOrigin === 'person' ? 'a person' : 'an operator'}`];
  const head =
    waiting === null
      ? '**Working**'
      : `**Waiting: ${waiting.code}** since ${instant(waiting.since)}. Because ${waitReasons[waiting.code].says}. ${waitReasons[waiting.code].ends}`;
  const rows = turns.map(({ turn, status }) => `- ${turn.jobId}, attempt ${turn.attempt}, on ${turn.hostId}: ${status}`);
  return [head, '', `Step: ${where.filter(Boolean).join(', ')}`, '', ...rows, ...(link === null ? [] : ['', link])].join('\n');
}
