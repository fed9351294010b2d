'use client';

import type { Policy } from '../api/types';
import { DirectIcon, NoteIcon, OpenIcon, PanelPolicyIcon, TeamIcon } from '../ui/icons';
import { MenuContent, MenuRadio, MenuRadioItem, MenuRoot, MenuTrigger } from '../ui/menu';
import styles from './composer.module.css';

export const modes: readonly { policy: Policy; name: string; detail: string; Icon: typeof NoteIcon }[] = [
  { policy: 'note', name: 'Note', detail: 'For people. No agent is asked.', Icon: NoteIcon },
  { policy: 'direct', name: 'Direct', detail: 'One agent answers.', Icon: DirectIcon },
  { policy: 'panel', name: 'Panel', detail: 'Two or three agents answer, without seeing each other.', Icon: PanelPolicyIcon },
  { policy: 'team', name: 'Team', detail: 'Lead answers, Skeptic and Verifier review, Lead corrects once.', Icon: TeamIcon },
];

export function ModeMenu({ policy, onChange, disabled }: { policy: Policy; onChange: (policy: Policy) => void; disabled: boolean }) {
  const mode = modes.find((one) => one.policy === policy) ?? modes[1];
  if (mode === undefined) return null;
  return (
    <MenuRoot>
      <MenuTrigger asChild disabled={disabled}>
        <button type="button" className={styles.mode} aria-label={`Mode: ${mode.name}`}>
          <mode.Icon />
          {mode.name}
          <OpenIcon />
        </button>
      </MenuTrigger>
      <MenuContent side="top">
        <MenuRadio value={policy} onChange={onChange}>
          {modes.map(({ policy: value, name, detail, Icon }) => (
            <MenuRadioItem key={value} value={value} icon={<Icon />} detail={detail}>
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadio>
      </MenuContent>
    </MenuRoot>
  );
}
