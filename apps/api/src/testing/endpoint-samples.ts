import type { EndpointName } from '@parley/contracts';
import { nextClientId } from './conversation';
import { completed, hashOf, scriptedRuntime } from './test-host';
import type { World } from './world';

export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}
type IdsOfWorld = Pick<
  World,
  'conversationId' | 'noteId' | 'settledWaveId' | 'openWaveId' | 'openJobId' | 'queuedWaveId' | 'participantId' | 'repositoryId'
>;

const none = (): Sample => ({});
const inConversation =
  (body?: () => Record<string, unknown>) =>
  (ids: IdsOfWorld): Sample => ({ params: { id: ids.conversationId }, ...(body ? { body: body() } : {}) });
const ofTurn =
  (body?: () => Record<string, unknown>) =>
  (ids: IdsOfWorld): Sample => ({ params: { jobId: ids.openJobId, attempt: '1' }, ...(body ? { body: body() } : {}) });

/** One valid request of every endpoint; a new endpoint does not compile without its sample. The generated tests break them one part at a time. */
export const samples: { readonly [name in EndpointName]: (ids: IdsOfWorld) => Sample } = {
  getSetup: none,
  getSession: none,
  signUp: () => ({ body: { name: 'Nora', email: 'nora@example.test', password: 'a long password' } }),
  signIn: () => ({ body: { email: 'nora@example.test', password: 'a long password' } }),
  signInLocal: () => ({ body: { token: 'a-token-that-nobody-made-0001' } }),
  signOut: none,
  listPeople: none,
  createInvitation: () => ({ body: { clientId: nextClientId(), email: `${nextClientId()}@example.test` } }),
  listApiKeys: none,
  createApiKey: () => ({ body: { clientId: nextClientId(), name: 'script' } }),
  deleteApiKey: () => ({ params: { id: 'key_0000000000000000000000' } }),
  createConversation: () => ({ body: { clientId: nextClientId(), title: 'A title' } }),
  listConversations: () => ({ query: { limit: '5' } }),
  getConversation: inConversation(),
  updateConversation: inConversation(() => ({ title: 'Another title' })),
  deleteConversation: inConversation(),
  sendMessage: inConversation(() => ({ clientMessageId: nextClientId(), body: 'Hello', policy: 'note' })),
  listMessages: inConversation(),
  getMessage: (ids) => ({ params: { id: ids.noteId } }),
  deleteMessage: (ids) => ({ params: { id: ids.noteId } }),
  putRead: inConversation(() => ({ ordinal: 1 })),
  getDraft: inConversation(),
  putDraft: inConversation(() => ({ body: 'Draft', policy: 'note' })),
  deleteDraft: inConversation(),
  listWaves: inConversation(),
  createPreview: (ids) => ({ body: { conversationId: ids.conversationId, body: 'Hello', policy: 'note' } }),
  listMentions: (ids) => ({ query: { q: 'le', conversationId: ids.conversationId } }),
  getWave: (ids) => ({ params: { id: ids.settledWaveId } }),
  stopWave: (ids) => ({ params: { id: ids.openWaveId }, body: { stopId: nextClientId() } }),
  continueWave: (ids) => ({ params: { id: ids.queuedWaveId }, body: { fingerprint: hashOf('context') } }),
  cancelWave: (ids) => ({ params: { id: ids.queuedWaveId } }),
  resumeWave: (ids) => ({ params: { id: ids.queuedWaveId } }),
  retryWave: (ids) => ({ params: { id: ids.settledWaveId }, body: { clientMessageId: nextClientId() } }),
  listParticipants: (ids) => ({ query: { conversationId: ids.conversationId } }),
  listProfiles: none,
  listRuntimes: none,
  listRepositories: none,
  listHosts: none,
  streamEvents: (ids) => ({ query: { conversationId: ids.conversationId } }),
  getOpenApi: none,
  registerHost: () => ({ body: { name: 'laptop', platform: 'test', version: '1', capacity: 2 } }),
  reportHost: () => ({ body: { runtimes: [scriptedRuntime], repositories: [], capacity: 2, running: 0 } }),
  getInspection: none,
  getContextRequest: (ids) => ({ params: { id: ids.openWaveId } }),
  putContext: (ids) => ({ params: { id: ids.openWaveId }, body: { roots: [] } }),
  getAssignment: ofTurn(),
  postDelivery: ofTurn(() => ({ delivery: 'acknowledged', attestation: null })),
  postDraft: ofTurn(() => ({ seq: 2, text: 'more', truncated: false, progress: null })),
  putTerminal: ofTurn(() => ({ ...completed('The end.') })),
  putEvidence: ofTurn(() => ({ kind: 'alive', code: 'running' })),
};
