import { createOpenAiCompatibleRuntime } from '../../openai-compatible';

/** The runtime of the host process that the conformance suite kills. */
export const runtime = createOpenAiCompatibleRuntime({ baseUrl: process.env.TEST_BASE_URL ?? '', models: ['mock'] });
