'use client';

import type { Wave } from '../api/types';
import { useConversation } from '../conversation/conversation-context';
import { Button } from '../ui/button';
import { DirectIcon, OpenWaveIcon, PanelPolicyIcon, StopIcon, TeamIcon } from '../ui/icons';
import { between, duration } from '../ui/moments';
import { useNow } from '../ui/now';
import { cost, count, tokensOf } from '../ui/numbers';
import { ToneText } from '../ui/tone';
import type { WaveActions } from './wave-actions';
import { isWorking } from './wave-parts';
import { policyWords } from './words';
import styles from './wave.module.css';

export const policyIcons = { direct: DirectIcon, panel: PanelPolicyIcon, team: TeamIcon } as const;
/** Notices that offer the end of the wave themselves; the head then has no second button for it. */
const noticeEnds = ['decision', 'resume', 'recovery', 'host', 'capacity', 'workflow', 'predecessor'];

export function WaveHead({ wave, actions }: { wave: Wave; actions: WaveActions }) {
  const { openWave } = useConversation();
  const Icon = policyIcons[wave.policy];
  const stopping = wave.state === 'stopping';
  const mayStop = wave.allowedActions.includes('stop') && !(wave.waitingFor !== null && noticeEnds.includes(wave.waitingFor.kind));
  return (
    <header className={styles.head}>
      <Icon />
      <strong>{policyWords[wave.policy]}</strong>
      <span className="clip">{wave.assignments.map(({ name }) => name).join(', ')}</span>
      <ToneText headline={wave.headline} className={styles.state} />
      <Where wave={wave} />
      <span className="grow" />
      {wave.state === 'settled' && <Cost wave={wave} />}
      {stopping && (
        <Button disabled className={styles.stop}>
          <StopIcon />
          Stopping…
        </Button>
      )}
      {!stopping && mayStop && (
        <Button className={styles.stop} onClick={() => actions.mutate('stop')} disabled={actions.isPending}>
          <StopIcon />
          Stop
        </Button>
      )}
      <Button kind="icon" small label="Open this response" onClick={() => openWave(wave.id)}>
        <OpenWaveIcon />
      </Button>
    </header>
  );
}

/** Since when, and where. */
function Where({ wave }: { wave: Wave }) {
  const working = wave.jobs.filter(isWorking);
  const since = working.flatMap((job) => (job.startedAt === null ? [] : [job.startedAt])).sort()[0];
  const now = useNow(since === undefined ? null : 1_000);
  if (wave.state === 'settled' || since === undefined) return null;
  const hosts = [...new Set(working.flatMap((job) => (job.host === null ? [] : [job.host.name])))];
  return (
    <span className={`${styles.where} num`}>
      {duration(now.getTime() - new Date(since).getTime())}
      {hosts.length > 0 && ` on ${hosts.join(', ')}`}
    </span>
  );
}

function Cost({ wave }: { wave: Wave }) {
  const tokens = tokensOf(wave.usage);
  const took = wave.settledAt === null ? null : duration(between(wave.startedAt ?? wave.createdAt, wave.settledAt));
  const words = [
    took,
    tokens === null ? null : `${count(tokens)} tokens`,
    wave.usage.costUsd === null || wave.usage.costUsd === 0 ? null : cost(wave.usage.costUsd),
  ].filter((word) => word !== null);
  return <span className={`${styles.cost} num`}>{words.join(', ')}</span>;
}
