/** Why the end of a turn cannot be confirmed. Stored with the turn's loss; docs/operate.md says what to do about each. */
export const recoveryCodes = ['delivery_not_confirmed', 'delivery_ambiguous', 'workflow_gone', 'restored'] as const;
export type RecoveryCode = (typeof recoveryCodes)[number];

/** Every reason for which an unsettled wave can wait. The API, the Temporal UI and docs/operate.md use these same words. */
export const waitCodes = [
  'waiting_for_workflow',
  'workflow_not_moving',
  'waiting_for_predecessor',
  'host_offline',
  'host_busy',
  'context_changed',
  'context_unavailable',
  'stopping',
  ...recoveryCodes,
] as const;
export type WaitCode = (typeof waitCodes)[number];

export type WaitKind = 'predecessor' | 'host' | 'capacity' | 'decision' | 'resume' | 'recovery' | 'stop' | 'workflow';
export interface WaitReason {
  kind: WaitKind;
  /** Without names, titles or paths, so that it may stand in Temporal. */
  says: string;
  /** What ends the waiting. */
  ends: string;
}

const giveUp = 'Resume asks the host again; a further Stop gives the turn up.';

export const waitReasons: { readonly [code in WaitCode]: WaitReason } = {
  waiting_for_workflow: {
    kind: 'workflow',
    says: 'it is stored, and Temporal has not been told of it yet',
    ends: 'The relay of the API tells it, as soon as both run.',
  },
  workflow_not_moving: {
    kind: 'workflow',
    says: 'Temporal knows of it, and nothing has moved it for a while',
    ends: 'It goes on by itself when an orchestrator, the API and Temporal run.',
  },
  waiting_for_predecessor: {
    kind: 'predecessor',
    says: 'the response before it in the conversation has not settled',
    ends: 'It starts by itself when that one has settled.',
  },
  host_offline: {
    kind: 'host',
    says: 'its host is offline: no worker takes its tasks',
    ends: 'It starts by itself when the host is back; Stop ends it.',
  },
  host_busy: {
    kind: 'capacity',
    says: 'every place of its host is taken',
    ends: 'It starts by itself when a turn there ends.',
  },
  context_changed: {
    kind: 'decision',
    says: 'its sources changed since the question was sent',
    ends: 'A person presses Continue or Cancel on its page.',
  },
  context_unavailable: {
    kind: 'resume',
    says: 'a selected repository could not be read on its host',
    ends: 'Make it readable; then a person presses Resume, or Cancel, on its page.',
  },
  stopping: {
    kind: 'stop',
    says: 'running turns are being interrupted',
    ends: 'Their ends are awaited for 15 seconds; after that it asks a person.',
  },
  delivery_not_confirmed: {
    kind: 'recovery',
    says: 'its host cannot be asked how the turn ended',
    ends: `The host tells it when it is back. ${giveUp}`,
  },
  delivery_ambiguous: {
    kind: 'recovery',
    says: 'the journal of its host cannot tell whether the provider finished the turn',
    ends: giveUp,
  },
  workflow_gone: {
    kind: 'recovery',
    says: 'its workflow was ended or broke while a host had the turn',
    ends: 'The host tells the end when it knows it. A further Stop gives the turn up.',
  },
  restored: {
    kind: 'recovery',
    says: 'the database was restored from a backup that was made while the turn was open',
    ends: `The host is asked; what it can prove is taken, and nothing is sent again. ${giveUp}`,
  },
};
