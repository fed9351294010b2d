'use client';

import { Popover } from 'radix-ui';
import type { ReactElement } from 'react';
import type { Runtime } from '../api/types';
import { Button } from '../ui/button';
import { CheckIcon } from '../ui/icons';
import { agentTrouble, type Choice } from './agents';
import styles from './agent-chip.module.css';
import type { ChosenAgent } from './draft-state';

export interface AgentPopoverProps {
  trigger: ReactElement;
  agent: ChosenAgent;
  runtimes: readonly Runtime[];
  onChoose: (choice: Choice) => void;
  onRemove: (() => void) | null;
}

/** Chooses runtime, model and effort of one agent. */
export function AgentPopover({ trigger, agent, runtimes, onChoose, onRemove }: AgentPopoverProps) {
  const trouble = agentTrouble(agent, runtimes);
  const model = runtimes.find(({ id }) => id === agent.runtimeId)?.models.find(({ id }) => id === agent.modelId);
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={`Who runs ${agent.name}`}
        >
          {trouble !== null && (
            <p className={styles.note} role="status">
              {trouble}
            </p>
          )}
          {runtimes.map((one) => (
            <RuntimeChoices key={one.id} runtime={one} agent={agent} onChoose={onChoose} />
          ))}
          {model !== undefined && model.efforts.length > 0 && (
            <fieldset className={styles.efforts}>
              <legend>Effort</legend>
              {[null, ...model.efforts].map((effort) => (
                <button
                  key={effort ?? ''}
                  type="button"
                  aria-pressed={agent.effort === effort}
                  onClick={() => onChoose({ runtimeId: agent.runtimeId, modelId: agent.modelId, effort })}
                >
                  {effort ?? 'as usual'}
                </button>
              ))}
            </fieldset>
          )}
          <footer className={styles.foot}>
            <span>Changes affect the next response.</span>
            {onRemove !== null && (
              <Button kind="text" small onClick={onRemove}>
                Remove
              </Button>
            )}
          </footer>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function RuntimeChoices({ runtime, agent, onChoose }: { runtime: Runtime; agent: ChosenAgent; onChoose: (choice: Choice) => void }) {
  const name = `runtime-${runtime.id}-${agent.profileId}`;
  return (
    <fieldset className={styles.runtime} disabled={!runtime.ready}>
      <legend>
        {runtime.name}
        <span>{runtime.ready ? runtime.enforced.detail : (runtime.reason ?? 'Not ready')}</span>
      </legend>
      {runtime.models.map((model) => {
        const chosen = agent.runtimeId === runtime.id && agent.modelId === model.id;
        return (
          <label key={model.id} className={styles.model}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={chosen}
              onChange={() =>
                onChoose({
                  runtimeId: runtime.id,
                  modelId: model.id,
                  effort: agent.effort !== null && model.efforts.includes(agent.effort) ? agent.effort : null,
                })
              }
            />
            <span className="grow clip">{model.name}</span>
            {model.contextTokens !== null && <span className="quiet num">{Math.round(model.contextTokens / 1000)}k</span>}
            {chosen && <CheckIcon />}
          </label>
        );
      })}
    </fieldset>
  );
}
