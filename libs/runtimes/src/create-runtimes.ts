import { createEvidenceRuntime } from './evidence';
import { createOpenAiCompatibleRuntime, type OpenAiCompatibleConfig } from './openai-compatible';
import type { AgentRuntime } from './port';
import type { SandboxWrapper } from './process-group';
import { createScriptedRuntime } from './scripted';

export interface RuntimesConfig {
  /** The environment of this host. Children get only the few harmless variables of it. */
  environment: NodeJS.ProcessEnv;
  /** Only for tests and demonstrations: the program that takes turns by script, and where it writes what it did. */
  scriptedProvider?: { script: string; log?: string };
  openaiCompatible?: OpenAiCompatibleConfig;
  wrap?: SandboxWrapper;
}

/** Every runtime that this host offers: the evidence search always, the others when they are configured. */
export function createRuntimes({ environment, scriptedProvider, openaiCompatible, wrap }: RuntimesConfig): AgentRuntime[] {
  return [
    createEvidenceRuntime({ environment, wrap }),
    ...(openaiCompatible ? [createOpenAiCompatibleRuntime(openaiCompatible)] : []),
    ...(scriptedProvider ? [createScriptedRuntime({ ...scriptedProvider, environment, wrap })] : []),
  ];
}
