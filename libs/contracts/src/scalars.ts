import { audienceKinds, limits, utf8Bytes } from '@parley/domain';
import { z } from 'zod';

/** Prefixes of the sortable, opaque ids: prefix, underscore, 26 characters of Crockford base 32 (time first). */
export const idPrefixes = {
  person: 'per',
  conversation: 'cnv',
  message: 'msg',
  wave: 'wav',
  job: 'job',
  concern: 'con',
  host: 'hst',
  repository: 'rep',
  participant: 'par',
  participantRevision: 'prv',
  profile: 'prf',
  intent: 'int',
  contextRevision: 'crv',
  snapshot: 'snp',
  apiKey: 'key',
  invitation: 'inv',
  request: 'req',
} as const;
export type IdKind = keyof typeof idPrefixes;

const id = (kind: IdKind) => z.string().regex(new RegExp(`^${idPrefixes[kind]}_[0-9a-z]{10,32}$`), `must be a ${idPrefixes[kind]}_… id`);
export const PersonId = id('person');
export const ConversationId = id('conversation');
export const MessageId = id('message');
export const WaveId = id('wave');
export const JobId = id('job');
export const ConcernId = id('concern');
export const HostId = id('host');
export const RepositoryId = id('repository');
export const ParticipantId = id('participant');
/** Built-in profiles have readable ids: `prf_builtin_lead`, `prf_builtin_skeptic`, `prf_builtin_verifier`. */
export const ProfileId = z.string().regex(/^prf_[0-9a-z_]{4,40}$/, 'must be a prf_… id');
export const ApiKeyId = id('apiKey');
export const InvitationId = id('invitation');

// eslint-disable-next-line no-control-regex -- control and format characters are exactly what is refused
const unsafeText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const atMostBytes = (max: number) => (text: string) => utf8Bytes(text) <= max;

/** An id made by the client; the same id with the same meaning is answered like the first time. */
export const ClientId = z
  .string()
  .min(1)
  .max(limits.clientIdBytes)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
export const Title = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .refine(atMostBytes(limits.titleBytes), `must be at most ${limits.titleBytes} bytes`)
  .refine((t) => !unsafeText.test(t) && !/[\r\n\t]/.test(t), 'must not contain control characters');
export const MessageBody = z
  .string()
  .refine((t) => t.trim().length > 0, 'must not be blank')
  .refine(atMostBytes(limits.messageBytes), `must be at most ${limits.messageBytes} bytes`)
  .refine((t) => !t.includes('\u0000'), 'must not contain NUL');
export const Label = z
  .string()
  .trim()
  .min(1)
  .max(limits.labelChars)
  .refine((t) => !unsafeText.test(t), 'must not contain control characters');
export const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
export const Instant = z.iso.datetime();
export const RuntimeId = z.string().regex(/^[a-z][a-z0-9-]{0,127}$/, 'must be a runtime id');
export const ModelId = z
  .string()
  .min(1)
  .max(256)
  .refine((t) => !unsafeText.test(t), 'must not contain control characters');
export const Effort = z.string().min(1).max(64);
export const Cursor = z.string().min(1).max(1024);

export const Audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal(audienceKinds[0]) }),
  z.strictObject({ kind: z.literal(audienceKinds[1]), personIds: z.array(PersonId).min(1).max(200) }),
  z.strictObject({ kind: z.literal(audienceKinds[2]) }),
]);

/** What one may do with a resource, and why not. Clients show this and hold no rule of their own. */
export const actionable = {
  allowedActions: z.array(z.string()),
  blocked: z.record(z.string(), z.object({ code: z.string(), detail: z.string() })),
};

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), before: Cursor.nullable(), after: Cursor.nullable() });
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  before: Cursor.optional(),
  after: Cursor.optional(),
});
export const Empty = z.object({});
