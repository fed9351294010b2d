import { limits, messageStatuses, policies, freshnessValues, profileRoles } from '@parley/domain';
import { z } from 'zod';
import {
  actionable,
  Audience,
  ClientId,
  ConversationId,
  Cursor,
  Effort,
  Hash,
  Instant,
  JobId,
  Label,
  MessageBody,
  MessageId,
  ModelId,
  PageQuery,
  ParticipantId,
  PersonId,
  ProfileId,
  RepositoryId,
  RuntimeId,
  Title,
  WaveId,
} from './scalars';

/** Five tones, each always beside a word. */
export const tones = ['none', 'working', 'waiting', 'needs_you', 'good', 'bad'] as const;
export const Headline = z.object({ tone: z.enum(tones), text: z.string() });

export const CreateConversation = z.strictObject({
  clientId: ClientId,
  title: Title.optional(),
  audience: Audience.default({ kind: 'workspace' }),
});
export const UpdateConversation = z
  .strictObject({ title: Title.optional(), state: z.enum(['open', 'archived']).optional(), audience: Audience.optional() })
  .refine((u) => Object.keys(u).length > 0, 'must change something');

export const Conversation = z.object({
  id: ConversationId,
  title: z.string(),
  state: z.enum(['open', 'archived']),
  audience: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('workspace'), people: z.number().int() }),
    z.object({ kind: z.literal('people'), people: z.array(z.object({ id: PersonId, name: z.string() })) }),
    z.object({ kind: z.literal('private') }),
  ]),
  createdBy: PersonId,
  createdAt: Instant,
  lastActivityAt: Instant,
  latestOrdinal: z.number().int(),
  readOrdinal: z.number().int(),
  /** Sequence of the newest event of this conversation. */
  eventSeq: z.number().int(),
  unsettledWaves: z.number().int(),
  ...actionable,
});

/** A row of the rail. `headline` is what the conversation shows beside its title: what happens now, else the last message. */
export const ConversationSummary = z.object({
  id: ConversationId,
  title: z.string(),
  state: z.enum(['open', 'archived']),
  audienceKind: z.enum(['workspace', 'people', 'private']),
  lastActivityAt: Instant,
  latestOrdinal: z.number().int(),
  unreadCount: z.number().int(),
  waitingWaves: z.number().int(),
  needsAttention: z.object({ reason: z.string(), waveId: WaveId.nullable() }).nullable(),
  headline: Headline,
});
export const ConversationQuery = PageQuery.extend({
  state: z.enum(['open', 'archived']).default('open'),
  needsAttention: z.stringbool().optional(),
});

export const contextRefKinds = ['repository'] as const;
export const ContextRef = z.strictObject({ kind: z.enum(contextRefKinds), id: RepositoryId });
export const ContextRefView = z.object({ kind: z.enum(contextRefKinds), id: RepositoryId, label: z.string(), available: z.boolean() });

/** One agent of a send. `profileId` for a first use, `participantId` to go on with one of this conversation; both may not be given. */
export const Responder = z
  .strictObject({
    profileId: ProfileId.optional(),
    participantId: ParticipantId.optional(),
    runtimeId: RuntimeId,
    modelId: ModelId,
    effort: Effort.optional(),
  })
  .refine((r) => (r.profileId === undefined) !== (r.participantId === undefined), 'exactly one of profileId and participantId');

const sendFields = {
  body: MessageBody,
  policy: z.enum(policies),
  responders: z.array(Responder).max(limits.responders).default([]),
  replyTo: MessageId.optional(),
  supersedes: MessageId.optional(),
  sources: z.array(MessageId).max(limits.windowMessages).default([]),
  contextRefs: z.array(ContextRef).max(limits.contextRefs).default([]),
};
/** `previewFingerprint` says which state of the sources the sender saw; without it the first frozen state is taken as seen. */
export const SendMessage = z.strictObject({ clientMessageId: ClientId, ...sendFields, previewFingerprint: Hash.optional() });

export const MessageAuthor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), personId: PersonId, name: z.string() }),
  z.object({
    kind: z.literal('agent'),
    participantId: ParticipantId,
    name: z.string(),
    role: z.enum(profileRoles),
    runtimeId: RuntimeId,
    runtimeName: z.string(),
    modelId: ModelId,
    effort: Effort.nullable(),
  }),
  z.object({ kind: z.literal('system'), name: z.string() }),
]);

export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  ordinal: z.number().int().positive(),
  author: MessageAuthor,
  /** Null for a tombstone. */
  body: z.string().nullable(),
  status: z.enum(messageStatuses),
  replyTo: MessageId.nullable(),
  supersedes: MessageId.nullable(),
  supersededBy: MessageId.nullable(),
  sources: z.array(MessageId),
  contextRefs: z.array(ContextRefView),
  policy: z.enum(policies).nullable(),
  /** The wave this message called (a person's message) or belongs to (an agent's message). */
  waveId: WaveId.nullable(),
  jobId: JobId.nullable(),
  freshness: z.enum(freshnessValues).nullable(),
  clientMessageId: z.string().nullable(),
  createdAt: Instant,
  ...actionable,
});
export const MessageQuery = PageQuery.extend({ around: MessageId.optional() });

export const Draft = z.object({
  conversationId: ConversationId,
  body: z.string(),
  policy: z.enum(policies),
  responders: z.array(Responder),
  replyTo: MessageId.nullable(),
  supersedes: MessageId.nullable(),
  sources: z.array(MessageId),
  contextRefs: z.array(ContextRefView),
  clientMessageId: ClientId.nullable(),
  updatedAt: Instant,
});
export const PutDraft = z.strictObject({
  ...sendFields,
  body: z.string().max(limits.messageBytes),
  replyTo: MessageId.nullable().default(null),
  supersedes: MessageId.nullable().default(null),
  clientMessageId: ClientId.nullable().default(null),
});

export const PutRead = z.strictObject({ ordinal: z.number().int().min(0) });
export const ReadMarker = z.object({ conversationId: ConversationId, readOrdinal: z.number().int(), unreadCount: z.number().int() });

export const CreatePreview = z.strictObject({ conversationId: ConversationId, ...sendFields });
/** What agents would see for a send. Sizes are bytes of the sections that are really sent; tokens are estimated. */
export const Preview = z.object({
  sections: z.array(z.object({ name: z.string(), label: z.string(), bytes: z.number().int(), tokens: z.number().int() })),
  totalTokens: z.number().int(),
  limitTokens: z.number().int(),
  transcript: z.object({
    included: z.number().int(),
    omitted: z.number().int(),
    firstOrdinal: z.number().int().nullable(),
    lastOrdinal: z.number().int().nullable(),
  }),
  roots: z.array(
    z.object({
      repositoryId: RepositoryId,
      label: z.string(),
      branch: z.string().nullable(),
      headSha: z.string().nullable(),
      edited: z.number().int(),
      untracked: z.number().int(),
      generation: Hash.nullable(),
      access: z.enum(['filesystem_read', 'metadata_only', 'unavailable']),
      host: z.string().nullable(),
    }),
  ),
  turns: z.number().int(),
  estimatedCostUsd: z.number().nullable(),
  audience: z.string(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
  fingerprint: Hash,
  expiresAt: Instant,
});

export const Mention = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    id: ProfileId,
    label: z.string(),
    detail: z.string(),
    available: z.boolean(),
    reason: z.string().nullable(),
    role: z.enum(profileRoles),
  }),
  z.object({
    kind: z.literal('repository'),
    id: RepositoryId,
    label: z.string(),
    detail: z.string(),
    available: z.boolean(),
    reason: z.string().nullable(),
  }),
]);
export const MentionQuery = z.strictObject({
  q: z.string().max(64).default(''),
  conversationId: ConversationId.optional(),
  limit: z.coerce.number().int().min(1).max(60).default(30),
});

export const Participant = z.object({
  id: ParticipantId,
  conversationId: ConversationId,
  profileId: ProfileId,
  name: Label,
  role: z.enum(profileRoles),
  revision: z.number().int(),
  runtimeId: RuntimeId,
  runtimeName: z.string(),
  modelId: ModelId,
  effort: Effort.nullable(),
  roleContractVersion: z.number().int(),
});
export const ParticipantQuery = z.strictObject({ conversationId: ConversationId });
export const EventsQuery = z.strictObject({ conversationId: ConversationId.optional(), after: Cursor.optional() });
