import type { JobErrorCode } from '../vocabulary';

export interface NoticeText {
  /** One line without a full stop. */
  title: string;
  /** What was kept or not done, and what one can do. */
  detail: string;
}

const texts: { readonly [code in JobErrorCode]: NoticeText } = {
  context_unavailable: {
    title: 'A source could not be read',
    detail: 'Nothing was asked. Check that the repository is there and readable on its host, then ask again.',
  },
  context_changed: {
    title: 'The sources changed before this agent was asked',
    detail: 'Nothing was asked. Ask again to use the sources as they are now.',
  },
  context_too_large: {
    title: 'The question with its context is too large for this model',
    detail: 'Nothing was asked. Choose fewer sources, a model with more room, or a new conversation.',
  },
  permission_attestation_failed: {
    title: 'Read-only access could not be guaranteed on this host',
    detail: 'Nothing was asked. An administrator can look at what this host is able to enforce.',
  },
  provider_unavailable: {
    title: 'The provider could not be reached',
    detail: 'The request was provably never delivered. Run it again, or choose another model.',
  },
  provider_refused: {
    title: 'The provider refused the request',
    detail: 'It was not repeated. Check the key and the model, or choose another.',
  },
  provider_rate_limited: {
    title: 'The quota of this key is used up',
    detail: 'Nothing was answered, and the request was not repeated. Wait, or choose another model.',
  },
  provider_failed: {
    title: 'Stopped by its provider',
    detail: 'Nothing was answered, and the request was not repeated. Run it again, or choose another model.',
  },
  delivery_not_confirmed: { title: 'The request was not taken', detail: 'It was provably not delivered. Run it again.' },
  delivery_ambiguous: { title: 'It is not known whether the request was delivered', detail: 'It will not be sent again by itself.' },
  invalid_result: {
    title: 'The result did not have the form that was asked for',
    detail: 'It is not shown and counts as none. Run it again, or choose another model.',
  },
  output_missing: {
    title: 'The agent ended without an answer',
    detail: 'The request was not repeated. Run it again, or choose another model.',
  },
  output_too_large: { title: 'The answer is larger than can be kept', detail: 'It was not stored. Ask for a shorter answer.' },
  deadline_exceeded: { title: 'The time for this turn ran out', detail: 'The agent was stopped. Ask a smaller question, or run it again.' },
  repository_changed: {
    title: 'The repository changed while this agent worked',
    detail: 'Its result is not used. The change was left in place.',
  },
  stopped: { title: 'Stopped', detail: 'Someone stopped this response.' },
  given_up: {
    title: 'Given up without knowing how it ended',
    detail: 'Its host never confirmed the end of this turn. It was not sent again.',
  },
  host_stopped: {
    title: 'Its host was shut down while it worked',
    detail: 'The agent was stopped with it, and the request was not repeated. Ask again.',
  },
  journal_unwritable: {
    title: 'The host could not write down that it would ask',
    detail: 'So nothing was asked. Its disk may be full: make room there, then run it again.',
  },
  internal_failure: {
    title: 'Something failed inside Parley',
    detail: 'The request was not repeated. Ask again; an administrator can look at the logs.',
  },
};

/** The fixed words for a stored error. Provider text is never shown. */
export const jobErrorText = (code: JobErrorCode): NoticeText => texts[code];
