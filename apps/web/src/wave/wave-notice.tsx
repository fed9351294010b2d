'use client';

import type { ReactNode } from 'react';
import type { Tone, Wave } from '../api/types';
import { useConversation } from '../conversation/conversation-context';
import { Button } from '../ui/button';
import { StopIcon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { useNow } from '../ui/now';
import type { WaveAction, WaveActions } from './wave-actions';
import styles from './wave.module.css';

type Wait = NonNullable<Wave['waitingFor']>;
const toneOf: Record<Wait['kind'], Exclude<Tone, 'none'> | null> = {
  decision: 'needs_you',
  resume: 'needs_you',
  recovery: 'bad',
  host: 'waiting',
  capacity: 'waiting',
  predecessor: 'waiting',
  workflow: 'waiting',
  stop: null,
};
/** Short waits are said in the head only; a notice for less than this would only flash. */
const patienceMs = 4_000;

/** What a wave waits for, and what a person can do about it. The words come from the API; the buttons are those it allows. */
export function WaveNotice({ wave, actions }: { wave: Wave; actions: WaveActions }) {
  const { openWave } = useConversation();
  const wait = wave.waitingFor;
  const brief = wait !== null && (wait.kind === 'workflow' || wait.kind === 'capacity');
  const now = useNow(brief ? 1_000 : null);
  const tone = wait === null ? null : toneOf[wait.kind];
  if (wait === null || tone === null || wave.state === 'settled') return null;
  if (brief && now.getTime() - new Date(wait.since).getTime() < patienceMs) return null;
  const may = (action: WaveAction): boolean => wave.allowedActions.includes(action);
  const act = (action: WaveAction, words: ReactNode, kind: 'solid' | 'line' = 'line'): ReactNode =>
    may(action) ? (
      <Button key={action} kind={kind} disabled={actions.isPending} onClick={() => actions.mutate(action)}>
        {words}
      </Button>
    ) : null;
  const look = (words: string): ReactNode => (
    <Button key="look" kind="text" onClick={() => openWave(wave.id)}>
      {words}
    </Button>
  );
  const end = may('cancel') ? act('cancel', 'Cancel') : act('stop', 'Stop');
  const buttons: Record<Wait['kind'], ReactNode> = {
    decision: [
      act('continue', 'Continue with the new state', 'solid'),
      <Button key="changes" onClick={() => openWave(wave.id)}>
        Show changes
      </Button>,
      end,
    ],
    resume: [act('resume', 'Resume', 'solid'), end],
    recovery: [
      act(
        'stop',
        <>
          <StopIcon /> Stop and give up this turn
        </>,
      ),
      act('resume', 'Look again'),
      look('What happened'),
    ],
    host: end,
    capacity: end,
    predecessor: end,
    workflow: end,
    stop: null,
  };
  return (
    <div className={styles.notices}>
      <Notice tone={tone} title={wait.title} actions={buttons[wait.kind]}>
        {wait.detail}
      </Notice>
    </div>
  );
}
