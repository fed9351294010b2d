import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { participantsQuery, profilesQuery, runtimesQuery } from '../api/queries';
import { readStoredJson, writeStoredJson } from '../ui/stored';
import type { Catalogue, Choice } from './agents';

/** Who can answer, and what can run them. `ready` once all of it is known. */
export function useCatalogue(conversationId: string | null): { catalogue: Catalogue; ready: boolean } {
  const profiles = useQuery(profilesQuery).data?.items;
  const runtimes = useQuery(runtimesQuery).data?.items;
  const participants = useQuery({ ...participantsQuery(conversationId ?? ''), enabled: conversationId !== null }).data?.items;
  const ready = profiles !== undefined && runtimes !== undefined && (conversationId === null || participants !== undefined);
  return {
    catalogue: useMemo(
      () => ({ profiles: profiles ?? [], runtimes: runtimes ?? [], participants: participants ?? [] }),
      [participants, profiles, runtimes],
    ),
    ready,
  };
}

export const rememberedChoice = (profileId: string): Choice | null => readStoredJson<Choice>(`choice.${profileId}`);
export const rememberChoice = (profileId: string, choice: Choice): void => writeStoredJson(`choice.${profileId}`, choice);
