import { z } from 'zod';
import { ConversationId, Instant, JobId, MessageId, WaveId } from './scalars';

/** Durable events carry ids only: a client reads the resource again, so deleted text can never remain in an event. */
export const eventTypes = [
  'conversation.created',
  'conversation.updated',
  'conversation.deleted',
  'message.created',
  'message.superseded',
  'message.deleted',
  'participant.updated',
  'wave.created',
  'wave.updated',
  'wave.settled',
  'job.updated',
  'concern.updated',
] as const;
export type EventType = (typeof eventTypes)[number];
export const ConversationEvent = z.object({
  type: z.enum(eventTypes),
  conversationId: ConversationId,
  seq: z.number().int().positive(),
  at: Instant,
  messageId: MessageId.optional(),
  waveId: WaveId.optional(),
  jobId: JobId.optional(),
});
/** `draft`: not durable, has no id. `offset` is where `text` belongs in the text so far, counted in UTF-16 units; a client that has less asks the wave again. */
export const DraftEvent = z.object({
  conversationId: ConversationId,
  waveId: WaveId,
  jobId: JobId,
  seq: z.number().int(),
  offset: z.number().int(),
  text: z.string(),
  truncated: z.boolean(),
  progress: z.string().nullable(),
});
/** `read`: this person's read marker moved on another device. Not durable. */
export const ReadEvent = z.object({ conversationId: ConversationId, readOrdinal: z.number().int(), unreadCount: z.number().int() });
/** `reset`: the cursor cannot be resumed; read everything again. `closing`: the server ends the stream, with the reason. */
export const ClosingEvent = z.object({ reason: z.enum(['slow_reader', 'rights_ended', 'shutdown']) });
export const ResetEvent = z.object({ reason: z.string() });
