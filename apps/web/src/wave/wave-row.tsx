'use client';

import { useQuery } from '@tanstack/react-query';
import { waveQuery } from '../api/queries';
import type { Message } from '../api/types';
import { SkeletonLines } from '../ui/skeleton';
import { WaveFrame } from './wave-frame';
import styles from './wave.module.css';

export function WaveRow({ waveId, answers, alone }: { waveId: string; answers: Message[]; alone: boolean }) {
  const { data: wave, isError, refetch } = useQuery(waveQuery(waveId));
  if (wave !== undefined) return <WaveFrame wave={wave} messages={answers} alone={alone} />;
  return (
    <section className={styles.wave} aria-busy={!isError} aria-label="Response">
      <div className={styles.answer}>
        {isError ? (
          <button type="button" onClick={() => void refetch()}>
            This response could not be read. Try again
          </button>
        ) : (
          <SkeletonLines widths={['40%', '96%', '88%', '60%']} />
        )}
      </div>
    </section>
  );
}
