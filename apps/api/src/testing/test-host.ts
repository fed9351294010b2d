import { createHash } from 'node:crypto';
import { createClient } from '@parley/client';
import type { Assignment, PutTerminal, RootEvidence, RuntimeReport } from '@parley/contracts';
import type { z } from 'zod';
import { testHostToken } from './test-api';

export type TestAssignment = z.output<typeof Assignment>;
export type TestTerminal = z.input<typeof PutTerminal>;
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const scriptedRuntime: RuntimeReport = {
  id: 'scripted',
  name: 'Scripted',
  kind: 'scripted',
  version: '1',
  ready: true,
  reason: null,
  models: [
    {
      id: 'default',
      name: 'Default',
      contextTokens: 200_000,
      efforts: ['low', 'high'],
      inputUsdPerMillion: null,
      outputUsdPerMillion: null,
    },
  ],
  enforced: { level: 'built_in', detail: 'No model.' },
  capabilities: { streaming: true, usage: true, interrupt: true, reconcile: true },
};

export const completed = (output: string, more: Partial<TestTerminal> = {}): TestTerminal => ({
  status: 'completed',
  output,
  errorCode: null,
  freshness: 'fresh',
  usage: { inputTokens: 100, outputTokens: 20, cachedTokens: null, reasoningTokens: null, modelCalls: 1, costUsd: null },
  attestation: { level: 'built_in', detail: 'No model.' },
  citations: [],
  startedAt: null,
  finishedAt: '2026-12-01T10:00:00.000Z',
  ...more,
});
export const failed = (errorCode: TestTerminal['errorCode'], more: Partial<TestTerminal> = {}): TestTerminal =>
  completed('', { status: 'failed', output: null, errorCode, usage: null, ...more });

export interface TestHost {
  hostId: string;
  repositoryId: string;
  client: ReturnType<typeof createClient>;
  /** What the next capture finds. */
  evidence: { generation: string; status: 'captured' | 'unreadable'; edited: number };
  report(more?: { runtimes?: RuntimeReport[]; available?: boolean }): Promise<void>;
  capture(waveId: string): Promise<void>;
  assignment(jobId: string, attempt: number): Promise<TestAssignment>;
  terminal(jobId: string, attempt: number, body: TestTerminal): Promise<{ outcome: string; hash: string }>;
}

/** A host as the API sees it: one scripted runtime and one repository. It runs nothing by itself. */
export async function makeTestHost(url: string, token = testHostToken): Promise<TestHost> {
  const client = createClient({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const { hostId } = await client.call('registerHost', { body: { name: 'laptop', platform: 'test', version: '1', capacity: 2 } });
  const host: TestHost = {
    hostId,
    repositoryId: '',
    client,
    evidence: { generation: hashOf('generation 1'), status: 'captured', edited: 0 },
    async report(more = {}) {
      const { generation, edited } = host.evidence;
      const repository = {
        key: hashOf('repository'),
        label: 'parley',
        branch: 'main',
        headSha: 'a'.repeat(40),
        available: more.available ?? true,
        reason: null,
        edited,
        untracked: 0,
        generation,
      };
      const accepted = await client.call('reportHost', {
        body: { runtimes: more.runtimes ?? [scriptedRuntime], repositories: [repository], capacity: 2, running: 0 },
      });
      host.repositoryId = accepted.repositories[0]?.id ?? '';
    },
    async capture(waveId) {
      const { repositories } = await client.call('getContextRequest', { params: { id: waveId } });
      const { generation, status, edited } = host.evidence;
      const roots = repositories.map((repository): z.input<typeof RootEvidence> => ({
        repositoryId: repository.id,
        status,
        reason: null,
        branch: 'main',
        headSha: 'a'.repeat(40),
        edited,
        untracked: 0,
        generation: status === 'captured' ? generation : null,
      }));
      await client.call('putContext', { params: { id: waveId }, body: { roots } });
    },
    assignment: (jobId, attempt) => client.call('getAssignment', { params: { jobId, attempt } }),
    terminal: (jobId, attempt, body) => client.call('putTerminal', { params: { jobId, attempt }, body }),
  };
  await host.report();
  return host;
}
