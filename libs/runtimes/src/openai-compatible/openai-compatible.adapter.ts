import type { RuntimeReport } from '@parley/contracts';
import type { AgentRuntime } from '../port';
import { runModelTurn } from './model-turn';

export interface OpenAiCompatibleConfig {
  /** The address in front of `/chat/completions`. */
  baseUrl: string;
  apiKey?: string;
  models: readonly string[];
  /** What people see; the address and the key are never shown. */
  name?: string;
}

const id = 'openai-compatible';
const enforced = {
  level: 'built_in',
  detail: 'The model can only call list, read and grep, read-only functions of this host that stay inside the roots.',
} as const;

function reasonOf({ baseUrl, models }: OpenAiCompatibleConfig): string | null {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) return 'OPENAI_COMPATIBLE_BASE_URL is not an http or https address.';
  return models.length === 0 ? 'OPENAI_COMPATIBLE_MODELS names no model.' : null;
}

function report(config: OpenAiCompatibleConfig): RuntimeReport {
  const reason = reasonOf(config);
  return {
    id,
    name: config.name ?? 'OpenAI-compatible endpoint',
    kind: 'api',
    version: '1',
    ready: reason === null,
    reason,
    models: config.models.map((model) => ({
      id: model,
      name: model,
      contextTokens: null,
      efforts: [],
      inputUsdPerMillion: null,
      outputUsdPerMillion: null,
    })),
    enforced,
    capabilities: { streaming: true, usage: true, interrupt: true, reconcile: false },
  };
}

/** Any chat-completions endpoint. The model runs there; its tools run here. */
export function createOpenAiCompatibleRuntime(config: OpenAiCompatibleConfig): AgentRuntime {
  return {
    id,
    describe: async () => report(config),
    attest: async () => enforced,
    send: (input, beforeSend, emit) =>
      runModelTurn({ baseUrl: config.baseUrl.replace(/\/+$/, ''), apiKey: config.apiKey, input, beforeSend, emit }),
    // The endpoint keeps no record that could be asked, and the request died with its connection: whether it was carried out is not known.
    reconcile: async () => ({ status: 'unknown' }),
  };
}
