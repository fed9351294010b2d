import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys';
import { messagesQuery } from '../api/queries';
import type { Wave } from '../api/types';

/** The sources that the newest wave was given: `parley, main at 3f2c1ab`. */
export function useRepositoryLine(conversationId: string | undefined): string | null {
  const queries = useQueryClient();
  const { data } = useQuery({ ...messagesQuery(queries, conversationId ?? ''), enabled: conversationId !== undefined });
  for (const message of data?.items.toReversed() ?? []) {
    if (message.waveId === null) continue;
    const roots = queries.getQueryData<Wave>(keys.wave(message.waveId))?.context.roots ?? [];
    if (roots.length > 0)
      return roots
        .map(
          ({ label, branch, headSha }) =>
            `${label}${branch === null ? '' : `, ${branch}`}${headSha === null ? '' : ` at ${headSha.slice(0, 7)}`}`,
        )
        .join('; ');
  }
  return null;
}
