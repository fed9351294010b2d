/** Every refusal in Parley is one of these kinds; each edge maps the kinds in one exhaustive table. */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'missing',
  'conflict',
  'refused',
  'too_large',
  'limited',
  'unavailable',
  'unknown_outcome',
  'defect',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** Stable codes, listed in the OpenAPI document. Clients compare codes, never text. */
export const errorCodes = {
  request_invalid: 'invalid',
  cursor_invalid: 'invalid',
  unauthenticated: 'unauthenticated',
  credentials_wrong: 'unauthenticated',
  link_invalid: 'unauthenticated',
  forbidden: 'forbidden',
  origin_refused: 'forbidden',
  not_found: 'missing',
  conflict: 'conflict',
  idempotency_conflict: 'conflict',
  state_conflict: 'conflict',
  email_taken: 'conflict',
  body_too_large: 'too_large',
  rate_limited: 'limited',
  invitation_required: 'refused',
  conversation_archived: 'refused',
  conversation_busy: 'refused',
  queue_full: 'refused',
  audience_widens: 'refused',
  responders_invalid: 'refused',
  runtime_unavailable: 'refused',
  model_unavailable: 'refused',
  participant_drift: 'refused',
  host_missing: 'refused',
  context_invalid: 'refused',
  reply_invalid: 'refused',
  supersede_invalid: 'refused',
  sources_invalid: 'refused',
  message_empty: 'refused',
  limit_exceeded: 'refused',
  action_unavailable: 'refused',
  preview_required: 'refused',
  unavailable: 'unavailable',
  unknown_outcome: 'unknown_outcome',
  defect: 'defect',
} as const satisfies Record<string, ErrorKind>;
export type ErrorCode = keyof typeof errorCodes;

export interface ErrorIssue {
  path: string;
  message: string;
}

/** The one error that crosses layers. `detail` and `issues` are safe to show: they never hold message text, secrets or paths. */
export class ParleyError extends Error {
  readonly kind: ErrorKind;
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly issues: readonly ErrorIssue[] = [],
    options?: { cause?: unknown },
  ) {
    super(`${code}: ${detail}`, options);
    this.name = 'ParleyError';
    this.kind = errorCodes[code];
  }
}
