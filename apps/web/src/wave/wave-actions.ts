import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/client';
import { newClientId } from '../api/identity';
import { keys } from '../api/keys';
import type { Wave } from '../api/types';

export type WaveAction = 'stop' | 'continue' | 'cancel' | 'resume' | 'retry';

/** A person's decisions about a wave. Stop and retry keep their id until they are answered, so that pressing again repeats, not doubles. */
export function useWaveActions(wave: Wave) {
  const queries = useQueryClient();
  const ids = useRef(new Map<WaveAction, string>());
  const idFor = (action: WaveAction): string => {
    const id = ids.current.get(action) ?? newClientId(action);
    ids.current.set(action, id);
    return id;
  };
  return useMutation({
    mutationFn: async (action: WaveAction): Promise<Wave | null> => {
      const params = { id: wave.id };
      switch (action) {
        case 'stop':
          return api.call('stopWave', { params, body: { stopId: idFor('stop') } });
        case 'continue':
          return api.call('continueWave', { params, body: { fingerprint: wave.context.fingerprint ?? '' } });
        case 'cancel':
          return api.call('cancelWave', { params });
        case 'resume':
          return api.call('resumeWave', { params });
        case 'retry':
          return (await api.call('retryWave', { params, body: { clientMessageId: idFor('retry') } })).wave;
      }
    },
    onSuccess: (next, action) => {
      ids.current.delete(action);
      if (next !== null) queries.setQueryData<Wave>(keys.wave(next.id), next);
      void queries.invalidateQueries({ queryKey: keys.unsettled(wave.conversationId) });
      void queries.invalidateQueries({ queryKey: keys.conversation(wave.conversationId) });
      void queries.invalidateQueries({ queryKey: keys.rail });
    },
    onError: () => void queries.invalidateQueries({ queryKey: keys.wave(wave.id) }),
  });
}
export type WaveActions = ReturnType<typeof useWaveActions>;
