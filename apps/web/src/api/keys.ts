export type RailFilter = 'open' | 'needs' | 'archived';

/** Where each resource lives in the cache. The stream's reducer and the screens use these and nothing else. */
export const keys = {
  session: ['session'] as const,
  rail: ['rail'] as const,
  railOf: (filter: RailFilter) => ['rail', filter] as const,
  conversation: (id: string) => ['conversation', id] as const,
  messages: (id: string) => ['messages', id] as const,
  wave: (id: string) => ['wave', id] as const,
  unsettled: (conversationId: string) => ['unsettled', conversationId] as const,
  participants: (conversationId: string) => ['participants', conversationId] as const,
  profiles: ['profiles'] as const,
  runtimes: ['runtimes'] as const,
  people: ['people'] as const,
  repositories: ['repositories'] as const,
  mentions: (conversationId: string | null, query: string) => ['mentions', conversationId, query] as const,
  preview: (conversationId: string, content: string) => ['preview', conversationId, content] as const,
};
