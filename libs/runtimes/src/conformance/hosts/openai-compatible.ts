/* eslint-disable no-restricted-properties -- the entry point of a test process */
import { createOpenAiCompatibleRuntime } from '../../openai-compatible';

/** The runtime of the host process that the conformance suite kills. */
export const runtime = createOpenAiCompatibleRuntime({ baseUrl: process.env.TEST_BASE_URL ?? '', models: ['mock'] });
