'use client';

import { useState } from 'react';
import type { Runtime } from '../api/types';
import { BadIcon } from '../ui/icons';
import { AgentMark } from '../ui/marks';
import { agentTrouble, type Choice } from './agents';
import styles from './agent-chip.module.css';
import type { ChosenAgent } from './draft-state';

type AgentPopover = typeof import('./agent-popover').AgentPopover;
let loading: Promise<AgentPopover> | undefined;
const load = (): Promise<AgentPopover> => (loading ??= import('./agent-popover').then((module) => module.AgentPopover));

/** One agent of the next response; pressing it chooses who runs it. */
export function AgentChip({
  agent,
  runtimes,
  onChoose,
  onRemove,
  disabled,
}: {
  agent: ChosenAgent;
  runtimes: readonly Runtime[];
  onChoose: (choice: Choice) => void;
  onRemove: (() => void) | null;
  disabled: boolean;
}) {
  const [Popover, setPopover] = useState<AgentPopover | null>(null);
  const trouble = agentTrouble(agent, runtimes);
  const model = runtimes.find(({ id }) => id === agent.runtimeId)?.models.find(({ id }) => id === agent.modelId);
  const words = [model?.name ?? agent.modelId, agent.effort].filter((word) => word !== null && word !== '').join(' ');
  const closed =
    Popover === null
      ? {
          onClick: () => void load().then((component) => setPopover(() => component)),
          onPointerEnter: () => void load(),
          onFocus: () => void load(),
          'aria-haspopup': 'dialog' as const,
          'aria-expanded': false,
        }
      : {};
  const chip = (
    <button
      type="button"
      className={`${styles.chip} ${trouble === null ? '' : styles.trouble}`}
      disabled={disabled}
      title={trouble ?? undefined}
      {...closed}
    >
      <AgentMark name={agent.name} />
      {agent.name}
      <span className={styles.words}>{trouble === null ? words : 'not ready'}</span>
      {trouble !== null && <BadIcon aria-hidden />}
    </button>
  );
  return Popover === null ? chip : <Popover trigger={chip} agent={agent} runtimes={runtimes} onChoose={onChoose} onRemove={onRemove} />;
}
