import { profileRoles } from '@parley/domain';
import { z } from 'zod';
import { HostId, Instant, ModelId, ProfileId, RepositoryId, RuntimeId } from './scalars';

export const Profile = z.object({
  id: ProfileId,
  name: z.string(),
  role: z.enum(profileRoles),
  lens: z.string(),
  description: z.string(),
  contractVersion: z.number().int(),
  builtIn: z.boolean(),
});

export const attestationLevels = ['sandbox', 'native', 'built_in', 'instructed'] as const;
export const ModelInfo = z.object({
  id: ModelId,
  name: z.string(),
  contextTokens: z.number().int().nullable(),
  efforts: z.array(z.string()),
  inputUsdPerMillion: z.number().nullable(),
  outputUsdPerMillion: z.number().nullable(),
});
/** What a runtime declares. A capability that is absent is not there; nothing is guessed. */
export const RuntimeReport = z.object({
  id: RuntimeId,
  name: z.string().min(1).max(80),
  kind: z.enum(['built_in', 'api', 'cli', 'scripted']),
  version: z.string().max(80),
  ready: z.boolean(),
  /** The exact missing thing, in one sentence, when not ready. */
  reason: z.string().max(400).nullable(),
  models: z.array(ModelInfo).max(200),
  enforced: z.object({ level: z.enum(attestationLevels), detail: z.string().max(400) }),
  capabilities: z.object({ streaming: z.boolean(), usage: z.boolean(), interrupt: z.boolean(), reconcile: z.boolean() }),
});
export type RuntimeReport = z.infer<typeof RuntimeReport>;
export const Runtime = RuntimeReport.extend({
  hosts: z.array(z.object({ id: HostId, name: z.string(), online: z.boolean(), ready: z.boolean(), reason: z.string().nullable() })),
  seenAt: Instant,
});

export const Host = z.object({
  id: HostId,
  name: z.string(),
  online: z.boolean(),
  seenAt: Instant.nullable(),
  offlineSince: Instant.nullable(),
  capacity: z.number().int(),
  running: z.number().int(),
  platform: z.string(),
  version: z.string(),
  runtimes: z.array(RuntimeId),
  repositories: z.array(RepositoryId),
});
export const Repository = z.object({
  id: RepositoryId,
  label: z.string(),
  branch: z.string().nullable(),
  headSha: z.string().nullable(),
  available: z.boolean(),
  reason: z.string().nullable(),
  hosts: z.array(z.object({ id: HostId, name: z.string(), online: z.boolean() })),
  seenAt: Instant,
});
export const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
