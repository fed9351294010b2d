'use client';

import { memo, useMemo, useState } from 'react';
import { failureOf } from '../api/failure';
import type { Message, Wave } from '../api/types';
import { Notice } from '../ui/notice';
import { LeadAnswer } from './lead-answer';
import { PanelAnswers } from './panel-answers';
import { ReceiptFooter } from './receipt-footer';
import { ReviewRow } from './review-row';
import { useWaveActions } from './wave-actions';
import { WaveHead } from './wave-head';
import { WaveNotice } from './wave-notice';
import { wavePartsOf } from './wave-parts';
import { policyWords } from './words';
import styles from './wave.module.css';

/** One wave is one frame: head, answer, review rows, receipt. `alone`: its question is not loaded, so the frame names it. */
export const WaveFrame = memo(function WaveFrame({ wave, messages, alone }: { wave: Wave; messages: readonly Message[]; alone: boolean }) {
  const parts = useMemo(() => wavePartsOf(wave, messages), [messages, wave]);
  const actions = useWaveActions(wave);
  const [openConcern, setOpenConcern] = useState<string | null>(null);
  const live = wave.state !== 'settled';
  const failed = wave.state === 'settled' && parts.answers.every(({ message }) => message === null);
  return (
    <section
      className={`${styles.wave} ${live ? styles.live : ''}`}
      aria-label={`${policyWords[wave.policy]} response`}
      data-wave={wave.id}
    >
      <WaveHead wave={wave} actions={actions} />
      {alone && <p className={styles.question}>“{wave.question}”</p>}
      <WaveNotice wave={wave} actions={actions} />
      {actions.isError && (
        <div className={styles.notices}>
          <Notice tone="bad" alert title={`That did not work: ${failureOf(actions.error).title.toLowerCase()}`}>
            {failureOf(actions.error).detail} The response is as it was.
          </Notice>
        </div>
      )}
      {wave.policy === 'panel' ? (
        <PanelAnswers wave={wave} answers={parts.answers} />
      ) : (
        <LeadAnswer wave={wave} answer={parts.answers[0] ?? null} correction={parts.correction} openConcern={openConcern} />
      )}
      {parts.reviews.length > 0 && (
        <div className={styles.reviews}>
          {parts.reviews.map((review) => (
            <ReviewRow key={review.job.id} review={review} onOpen={setOpenConcern} />
          ))}
        </div>
      )}
      {wave.receipt !== null && <ReceiptFooter wave={wave} receipt={wave.receipt} actions={actions} quiet={failed} />}
    </section>
  );
});
