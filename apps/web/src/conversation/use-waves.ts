import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { waveQuery } from '../api/queries';
import type { Message, Wave } from '../api/types';

/** The waves of the loaded messages, by id. */
export function useWaves(messages: readonly Message[] | undefined, unsettled: readonly string[] | undefined): ReadonlyMap<string, Wave> {
  const ids = useMemo(() => {
    const found = new Set(unsettled);
    for (const message of messages ?? []) if (message.waveId !== null) found.add(message.waveId);
    return [...found].sort();
  }, [messages, unsettled]);
  return useQueries({
    queries: ids.map((id) => waveQuery(id)),
    combine: combineWaves,
  });
}

function combineWaves(results: readonly { data?: Wave | undefined }[]): ReadonlyMap<string, Wave> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}
