/** Usage of a turn or a sum of turns. Unknown is null, never zero. */
export interface UsageFacts {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  reasoningTokens: number | null;
  modelCalls: number | null;
  costUsd: number | null;
}

export const unknownUsage: UsageFacts = {
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  modelCalls: null,
  costUsd: null,
};

const fields = ['inputTokens', 'outputTokens', 'cachedTokens', 'reasoningTokens', 'modelCalls', 'costUsd'] as const;

/** The sum of what is known; a figure that no turn reported stays unknown. Turns without a report (null) add nothing. */
export function sumUsage(parts: readonly (UsageFacts | null)[]): UsageFacts {
  const sum = { ...unknownUsage };
  for (const part of parts) {
    for (const field of fields) {
      const value = part?.[field] ?? null;
      if (value !== null) sum[field] = (sum[field] ?? 0) + value;
    }
  }
  return sum;
}
