'use client';

import type { Policy } from '../api/types';
import { DirectIcon, NoteIcon, OpenIcon, PanelPolicyIcon, TeamIcon } from '../ui/icons';
import { Menu } from '../ui/menu';
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
    <Menu
      side="top"
      trigger={
        <button type="button" className={styles.mode} aria-label={`Mode: ${mode.name}`} disabled={disabled}>
          <mode.Icon />
          {mode.name}
          <OpenIcon />
        </button>
      }
      entries={[
        {
          kind: 'radio',
          key: 'mode',
          value: policy,
          onChange: (next) => onChange(next as Policy),
          options: modes.map(({ policy: value, name, detail, Icon }) => ({ value, words: name, detail, icon: <Icon /> })),
        },
      ]}
    />
  );
}
