export { createOpenAiCompatibleRuntime, type OpenAiCompatibleConfig } from './openai-compatible.adapter';
