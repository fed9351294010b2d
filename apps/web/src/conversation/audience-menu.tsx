'use client';

import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../api/queries';
import type { Audience } from '../api/types';
import styles from '../composer/composer.module.css';
import { AudienceIcon, OpenIcon, PrivateIcon } from '../ui/icons';
import { MenuCheckItem, MenuContent, MenuLabel, MenuRadio, MenuRadioItem, MenuRoot, MenuSeparator, MenuTrigger } from '../ui/menu';
import { useSession } from './session-gate';

/** Who will read a new conversation, chosen before anything is sent. */
export function AudienceMenu({ audience, onChange }: { audience: Audience; onChange: (audience: Audience) => void }) {
  const { workspaceName, person } = useSession();
  const people = useQuery(peopleQuery).data?.items.filter(({ id, role }) => id !== person.id && role !== 'service' && role !== 'host') ?? [];
  const chosen = audience.kind === 'people' ? audience.personIds.filter((id) => id !== person.id) : [];
  const names = people.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const words = audience.kind === 'workspace' ? `Everyone in ${workspaceName} can read this` : audience.kind === 'private' || names.length === 0 ? 'Only you can read this' : `You and ${names.join(', ')} can read this`;
  const toggle = (id: string, on: boolean): void => {
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id);
    onChange(next.length === 0 ? { kind: 'private' } : { kind: 'people', personIds: [person.id, ...next] });
  };
  return (
    <div className={styles.audience}>
      <MenuRoot>
        <MenuTrigger asChild>
          <button type="button">
            {audience.kind === 'private' ? <PrivateIcon /> : <AudienceIcon />}
            <span className="clip">{words}</span>
            <OpenIcon />
          </button>
        </MenuTrigger>
        <MenuContent align="end" side="top" label="Who can read this">
          <MenuRadio value={audience.kind} onChange={(kind) => kind !== 'people' && onChange({ kind })}>
            <MenuRadioItem value="workspace" icon={<AudienceIcon />} detail="Also people who join later">
              Everyone in {workspaceName}
            </MenuRadioItem>
            <MenuRadioItem value="private" icon={<PrivateIcon />}>
              Only you
            </MenuRadioItem>
          </MenuRadio>
          {people.length > 0 && (
            <>
              <MenuSeparator />
              <MenuLabel>You and</MenuLabel>
              {people.map(({ id, name }) => (
                <MenuCheckItem key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
                  {name}
                </MenuCheckItem>
              ))}
            </>
          )}
        </MenuContent>
      </MenuRoot>
    </div>
  );
}
