'use client';

import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../api/queries';
import type { Audience } from '../api/types';
import styles from '../composer/composer.module.css';
import { AudienceIcon, OpenIcon, PrivateIcon } from '../ui/icons';
import { Menu } from '../ui/menu';
import { useSession } from './session-gate';

/** Who will read a new conversation, chosen before anything is sent. */
export function AudienceMenu({ audience, onChange }: { audience: Audience; onChange: (audience: Audience) => void }) {
  const { workspaceName, person } = useSession();
  const people =
    useQuery(peopleQuery).data?.items.filter(({ id, role }) => id !== person.id && role !== 'service' && role !== 'host') ?? [];
  const chosen = audience.kind === 'people' ? audience.personIds.filter((id) => id !== person.id) : [];
  const names = people.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const words =
    audience.kind === 'workspace'
      ? `Everyone in ${workspaceName} can read this`
      : audience.kind === 'private' || names.length === 0
        ? 'Only you can read this'
        : `You and ${names.join(', ')} can read this`;
  const toggle = (id: string, on: boolean): void => {
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id);
    onChange(next.length === 0 ? { kind: 'private' } : { kind: 'people', personIds: [person.id, ...next] });
  };
  return (
    <div className={styles.audience}>
      <Menu
        align="end"
        side="top"
        label="Who can read this"
        trigger={
          <button type="button">
            {audience.kind === 'private' ? <PrivateIcon /> : <AudienceIcon />}
            <span className="clip">{words}</span>
            <OpenIcon />
          </button>
        }
        entries={[
          {
            kind: 'radio',
            key: 'kind',
            value: audience.kind,
            onChange: (kind) => (kind === 'workspace' || kind === 'private') && onChange({ kind }),
            options: [
              { value: 'workspace', words: `Everyone in ${workspaceName}`, icon: <AudienceIcon />, detail: 'Also people who join later' },
              { value: 'private', words: 'Only you', icon: <PrivateIcon /> },
            ],
          },
          ...(people.length === 0
            ? []
            : [
                { kind: 'separator' as const, key: 'line' },
                { kind: 'label' as const, key: 'people', words: 'You and' },
              ]),
          ...people.map(({ id, name }) => ({
            kind: 'check' as const,
            key: id,
            words: name,
            checked: chosen.includes(id),
            onChange: (on: boolean) => toggle(id, on),
          })),
        ]}
      />
    </div>
  );
}
