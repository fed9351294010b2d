import type { HostFact, MessageFact, ParticipantFact, ProfileFact, RuntimeFact, SendFacts, SendRequest } from '../send-facts';

/** Builders of the tests of this folder. */
export const runtime = (change: Partial<RuntimeFact> = {}): RuntimeFact => ({
  id: 'codex',
  name: 'Codex',
  ready: true,
  reason: null,
  models: [{ id: 'gpt-5.5', efforts: ['low', 'high'] }],
  ...change,
});
export const host = (change: Partial<HostFact> = {}): HostFact => ({
  id: 'hst_a',
  name: 'laptop-ana',
  online: true,
  runtimes: [runtime()],
  repositories: [
    { id: 'rep_a', available: true, reason: null },
    { id: 'rep_b', available: true, reason: null },
  ],
  ...change,
});
const profiles: ProfileFact[] = (['lead', 'skeptic', 'verifier'] as const).map((role) => ({
  id: `prf_builtin_${role}`,
  name: role.charAt(0).toUpperCase() + role.slice(1),
  role,
  roleContractVersion: 1,
  roleContractHash: `hash-${role}`,
}));
export const participant = (change: Partial<ParticipantFact> = {}): ParticipantFact => ({
  id: 'par_lead',
  profileId: 'prf_builtin_lead',
  revision: 2,
  revisionId: 'prv_2',
  name: 'Lead',
  role: 'lead',
  runtimeId: 'codex',
  runtimeName: 'Codex',
  modelId: 'gpt-5.5',
  effort: 'high',
  roleContractVersion: 1,
  ...change,
});
export const message = (ordinal: number, change: Partial<MessageFact> = {}): MessageFact => ({
  id: `msg_${ordinal}`,
  ordinal,
  status: 'visible',
  authorKind: 'person',
  personId: 'per_me',
  replyTo: null,
  bytes: 100,
  ...change,
});
export const facts = (change: Partial<SendFacts> = {}): SendFacts => ({
  conversation: { id: 'cnv_1', state: 'open', titleAuto: true, latestOrdinal: 0 },
  personId: 'per_me',
  fingerprint: 'f1',
  earlier: null,
  unsettledWaves: 0,
  messages: [],
  participants: [],
  profiles,
  hosts: [host()],
  repositories: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((letter) => ({ id: `rep_${letter}`, label: `repo-${letter}` })),
  ...change,
});
export const pick = (role: string, change: Partial<SendRequest['responders'][number]> = {}): SendRequest['responders'][number] => ({
  profileId: `prf_builtin_${role}`,
  runtimeId: 'codex',
  modelId: 'gpt-5.5',
  ...change,
});
export const request = (change: Partial<SendRequest> = {}): SendRequest => ({
  clientMessageId: 'c1',
  body: 'Is it safe?',
  policy: 'direct',
  responders: [pick('lead')],
  sources: [],
  contextRefs: [],
  ...change,
});
export const repositories = (...letters: string[]): SendRequest['contextRefs'] =>
  letters.map((letter) => ({ kind: 'repository', id: `rep_${letter}` }));
