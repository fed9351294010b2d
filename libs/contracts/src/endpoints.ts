import type { ErrorCode } from '@parley/domain';
import { z } from 'zod';
import { Host, list, Profile, Repository, Runtime } from './catalogue';
import {
  Conversation, ConversationQuery, ConversationSummary, CreateConversation, CreatePreview, Draft, EventsQuery, Mention, MentionQuery, Message, MessageQuery, Participant, ParticipantQuery, Preview, PutDraft, PutRead,
  ReadMarker, SendMessage, UpdateConversation,
} from './conversations';
import {
  Assignment, ContextAccepted, ContextRequest, DeliveryAccepted, HostReportAccepted, Inspection, InspectionQuery, PostDelivery, PostDraft, PutContext, PutEvidence, PutTerminal, RegisteredHost, RegisterHost, ReportHost, TerminalAccepted,
} from './host';
import { ApiKey, ApiKeyCreated, CreateApiKey, CreateInvitation, Invitation, LocalLink, PersonRef, Session, Setup, SignIn, SignUp } from './people';
import { ApiKeyId, ConversationId, JobId, MessageId, pageOf, WaveId } from './scalars';
import { ContinueWave, RetryWave, SendAccepted, StopWave, Wave, WaveList, WavesQuery } from './waves';

/** Who may call: `public` anyone; `person` a session or an API key (with the scope that the method needs: GET read, else write); `host` a host token. */
export type EndpointAuth = 'public' | 'person' | 'host';
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express style, e.g. `/v1/waves/:id`. */
  path: string;
  auth: EndpointAuth;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Absent: no body (204), or a stream (`stream: true`). */
  response?: z.ZodType;
  stream?: true;
  /** Codes beyond `request_invalid, unauthenticated, forbidden, not_found, rate_limited, unavailable, defect`. */
  errors: readonly ErrorCode[];
}

const byId = <T extends z.ZodType>(id: T) => z.strictObject({ id });
const turn = z.strictObject({ jobId: JobId, attempt: z.coerce.number().int().positive() });

/** Every endpoint of the API. Routing, validation, the OpenAPI document, the client and the generated tests all come from this table. */
export const endpoints = {
  getSetup: { method: 'GET', path: '/v1/setup', auth: 'public', summary: 'Whether this installation has an owner, and how one signs in', status: 200, response: Setup, errors: [] },
  getSession: { method: 'GET', path: '/v1/session', auth: 'person', summary: 'Who is signed in', status: 200, response: Session, errors: [] },
  signUp: { method: 'POST', path: '/v1/session/sign-up', auth: 'public', summary: 'Make an account; the first one owns the installation', body: SignUp, status: 201, response: Session, errors: ['invitation_required', 'email_taken', 'link_invalid'] },
  signIn: { method: 'POST', path: '/v1/session/sign-in', auth: 'public', summary: 'Sign in with email and password', body: SignIn, status: 200, response: Session, errors: ['credentials_wrong'] },
  signInLocal: { method: 'POST', path: '/v1/session/local-link', auth: 'public', summary: 'Sign in with the one-time link of this machine', body: LocalLink, status: 200, response: Session, errors: ['link_invalid'] },
  signOut: { method: 'POST', path: '/v1/session/sign-out', auth: 'person', summary: 'End this session', status: 204, errors: [] },

  listPeople: { method: 'GET', path: '/v1/people', auth: 'person', summary: 'People of the workspace', status: 200, response: list(PersonRef), errors: [] },
  createInvitation: { method: 'POST', path: '/v1/invitations', auth: 'person', summary: 'Invite a person (owner, admin)', body: CreateInvitation, status: 201, response: Invitation, errors: ['idempotency_conflict', 'email_taken'] },
  listApiKeys: { method: 'GET', path: '/v1/api-keys', auth: 'person', summary: 'My API keys', status: 200, response: list(ApiKey), errors: [] },
  createApiKey: { method: 'POST', path: '/v1/api-keys', auth: 'person', summary: 'Make an API key; the key is shown once', body: CreateApiKey, status: 201, response: ApiKeyCreated, errors: ['idempotency_conflict'] },
  deleteApiKey: { method: 'DELETE', path: '/v1/api-keys/:id', auth: 'person', summary: 'Revoke an API key of mine', params: byId(ApiKeyId), status: 204, errors: [] },

  createConversation: { method: 'POST', path: '/v1/conversations', auth: 'person', summary: 'Start a conversation', body: CreateConversation, status: 201, response: Conversation, errors: ['idempotency_conflict', 'limit_exceeded'] },
  listConversations: { method: 'GET', path: '/v1/conversations', auth: 'person', summary: 'Conversations I may see, newest activity first', query: ConversationQuery, status: 200, response: pageOf(ConversationSummary), errors: ['cursor_invalid'] },
  getConversation: { method: 'GET', path: '/v1/conversations/:id', auth: 'person', summary: 'One conversation', params: byId(ConversationId), status: 200, response: Conversation, errors: [] },
  updateConversation: { method: 'PATCH', path: '/v1/conversations/:id', auth: 'person', summary: 'Rename, archive, restore, or narrow the audience', params: byId(ConversationId), body: UpdateConversation, status: 200, response: Conversation, errors: ['conversation_busy', 'audience_widens'] },
  deleteConversation: { method: 'DELETE', path: '/v1/conversations/:id', auth: 'person', summary: 'Delete a settled conversation and its text', params: byId(ConversationId), status: 204, errors: ['conversation_busy'] },
  sendMessage: { method: 'POST', path: '/v1/conversations/:id/messages', auth: 'person', summary: 'Send a message, with or without agents', params: byId(ConversationId), body: SendMessage, status: 202, response: SendAccepted,
    errors: ['idempotency_conflict', 'conversation_archived', 'queue_full', 'responders_invalid', 'runtime_unavailable', 'model_unavailable', 'participant_drift', 'host_missing', 'context_invalid', 'reply_invalid', 'supersede_invalid', 'sources_invalid', 'limit_exceeded', 'body_too_large'] },
  listMessages: { method: 'GET', path: '/v1/conversations/:id/messages', auth: 'person', summary: 'Messages, newest last', params: byId(ConversationId), query: MessageQuery, status: 200, response: pageOf(Message), errors: ['cursor_invalid'] },
  getMessage: { method: 'GET', path: '/v1/messages/:id', auth: 'person', summary: 'One message', params: byId(MessageId), status: 200, response: Message, errors: [] },
  deleteMessage: { method: 'DELETE', path: '/v1/messages/:id', auth: 'person', summary: 'Remove the text of a message of mine; its place stays', params: byId(MessageId), status: 200, response: Message, errors: ['action_unavailable'] },
  putRead: { method: 'PUT', path: '/v1/conversations/:id/read', auth: 'person', summary: 'Move my read marker', params: byId(ConversationId), body: PutRead, status: 200, response: ReadMarker, errors: [] },
  getDraft: { method: 'GET', path: '/v1/conversations/:id/draft', auth: 'person', summary: 'My draft', params: byId(ConversationId), status: 200, response: Draft, errors: [] },
  putDraft: { method: 'PUT', path: '/v1/conversations/:id/draft', auth: 'person', summary: 'Save my draft', params: byId(ConversationId), body: PutDraft, status: 200, response: Draft, errors: ['conversation_archived', 'body_too_large'] },
  deleteDraft: { method: 'DELETE', path: '/v1/conversations/:id/draft', auth: 'person', summary: 'Delete my draft', params: byId(ConversationId), status: 204, errors: [] },
  listWaves: { method: 'GET', path: '/v1/conversations/:id/waves', auth: 'person', summary: 'Waves of a conversation in order', params: byId(ConversationId), query: WavesQuery, status: 200, response: WaveList, errors: [] },
  createPreview: { method: 'POST', path: '/v1/previews', auth: 'person', summary: 'What agents would see for a send', body: CreatePreview, status: 200, response: Preview, errors: ['conversation_archived', 'queue_full', 'responders_invalid', 'runtime_unavailable', 'model_unavailable', 'participant_drift', 'host_missing', 'context_invalid', 'reply_invalid', 'supersede_invalid', 'sources_invalid', 'limit_exceeded'] },
  listMentions: { method: 'GET', path: '/v1/mentions', auth: 'person', summary: 'Agents and repositories for the mention picker', query: MentionQuery, status: 200, response: list(Mention), errors: [] },

  getWave: { method: 'GET', path: '/v1/waves/:id', auth: 'person', summary: 'One wave with its jobs, concerns and receipt', params: byId(WaveId), status: 200, response: Wave, errors: [] },
  stopWave: { method: 'POST', path: '/v1/waves/:id/stop', auth: 'person', summary: 'Stop a wave, from every state', params: byId(WaveId), body: StopWave, status: 202, response: Wave, errors: ['idempotency_conflict'] },
  continueWave: { method: 'POST', path: '/v1/waves/:id/continue', auth: 'person', summary: 'Go on with the changed context', params: byId(WaveId), body: ContinueWave, status: 202, response: Wave, errors: ['action_unavailable', 'state_conflict'] },
  cancelWave: { method: 'POST', path: '/v1/waves/:id/cancel', auth: 'person', summary: 'Cancel a wave that has not started', params: byId(WaveId), status: 202, response: Wave, errors: ['action_unavailable'] },
  resumeWave: { method: 'POST', path: '/v1/waves/:id/resume', auth: 'person', summary: 'Go on after interrupted planning, or look again after lost evidence', params: byId(WaveId), status: 202, response: Wave, errors: ['action_unavailable'] },
  retryWave: { method: 'POST', path: '/v1/waves/:id/retry', auth: 'person', summary: 'Ask the same question again as a new wave', params: byId(WaveId), body: RetryWave, status: 202, response: SendAccepted,
    errors: ['action_unavailable', 'idempotency_conflict', 'conversation_archived', 'queue_full', 'responders_invalid', 'runtime_unavailable', 'model_unavailable', 'participant_drift', 'host_missing', 'context_invalid', 'reply_invalid', 'sources_invalid', 'limit_exceeded'] },

  listParticipants: { method: 'GET', path: '/v1/participants', auth: 'person', summary: 'Agents of a conversation with their current choice', query: ParticipantQuery, status: 200, response: list(Participant), errors: [] },
  listProfiles: { method: 'GET', path: '/v1/profiles', auth: 'person', summary: 'Agent profiles', status: 200, response: list(Profile), errors: [] },
  listRuntimes: { method: 'GET', path: '/v1/runtimes', auth: 'person', summary: 'Runtimes as they are now', status: 200, response: list(Runtime), errors: [] },
  listRepositories: { method: 'GET', path: '/v1/repositories', auth: 'person', summary: 'Repositories and the hosts that can read them', status: 200, response: list(Repository), errors: [] },
  listHosts: { method: 'GET', path: '/v1/hosts', auth: 'person', summary: 'Hosts', status: 200, response: list(Host), errors: [] },
  streamEvents: { method: 'GET', path: '/v1/events', auth: 'person', summary: 'Server-sent events of everything I may see; Last-Event-ID resumes', query: EventsQuery, status: 200, stream: true, errors: ['cursor_invalid'] },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json', auth: 'public', summary: 'This document', status: 200, response: z.record(z.string(), z.unknown()), errors: [] },

  registerHost: { method: 'POST', path: '/v1/host/register', auth: 'host', summary: 'A host introduces itself', body: RegisterHost, status: 200, response: RegisteredHost, errors: [] },
  reportHost: { method: 'POST', path: '/v1/host/report', auth: 'host', summary: 'Runtimes and repositories of a host, every ten seconds', body: ReportHost, status: 200, response: HostReportAccepted, errors: [] },
  getInspection: { method: 'GET', path: '/v1/host/inspection', auth: 'host', summary: 'Repositories that a preview wants inspected now (long poll)', query: InspectionQuery, status: 200, response: Inspection, errors: [] },
  getContextRequest: { method: 'GET', path: '/v1/host/waves/:id/context', auth: 'host', summary: 'The roots to inspect for a wave', params: byId(WaveId), status: 200, response: ContextRequest, errors: [] },
  putContext: { method: 'PUT', path: '/v1/host/waves/:id/context', auth: 'host', summary: 'Git evidence of the roots', params: byId(WaveId), body: PutContext, status: 200, response: ContextAccepted, errors: ['state_conflict'] },
  getAssignment: { method: 'GET', path: '/v1/host/turns/:jobId/:attempt', auth: 'host', summary: 'The whole turn', params: turn, status: 200, response: Assignment, errors: ['state_conflict'] },
  postDelivery: { method: 'POST', path: '/v1/host/turns/:jobId/:attempt/delivery', auth: 'host', summary: 'How far the delivery came', params: turn, body: PostDelivery, status: 200, response: DeliveryAccepted, errors: ['state_conflict'] },
  postDraft: { method: 'POST', path: '/v1/host/turns/:jobId/:attempt/draft', auth: 'host', summary: 'The text so far', params: turn, body: PostDraft, status: 204, errors: ['state_conflict'] },
  putTerminal: { method: 'PUT', path: '/v1/host/turns/:jobId/:attempt/terminal', auth: 'host', summary: 'The end of a turn; settles the job in one transaction', params: turn, body: PutTerminal, status: 200, response: TerminalAccepted, errors: ['idempotency_conflict', 'state_conflict'] },
  putEvidence: { method: 'PUT', path: '/v1/host/turns/:jobId/:attempt/evidence', auth: 'host', summary: 'What the journal proves about a turn without an end', params: turn, body: PutEvidence, status: 204, errors: ['state_conflict'] },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
