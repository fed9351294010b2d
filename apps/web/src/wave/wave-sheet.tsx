'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { failureOf } from '../api/failure';
import { waveQuery } from '../api/queries';
import { Sheet } from '../ui/sheet';
import { SkeletonLines } from '../ui/skeleton';
import styles from './wave-detail.module.css';
import { policyWords } from './words';

const WaveDetail = lazy(() => import('./wave-detail'));
const pending = <SkeletonLines widths={['60%', '100%', '100%', '80%']} />;

export function WaveSheet({ waveId, onClose }: { waveId: string | null; onClose: () => void }) {
  const { data: wave, error } = useQuery({ ...waveQuery(waveId ?? ''), enabled: waveId !== null });
  return (
    <Sheet
      open={waveId !== null}
      onClose={onClose}
      side="wide"
      title={wave === undefined ? 'Response' : `${policyWords[wave.policy]} response`}
    >
      <div className={styles.sheet}>
        {wave !== undefined && (
          <Suspense fallback={pending}>
            <WaveDetail wave={wave} />
          </Suspense>
        )}
        {wave === undefined && error === null && pending}
        {wave === undefined && error !== null && <p role="alert">This response could not be read. {failureOf(error).detail}</p>}
      </div>
    </Sheet>
  );
}
