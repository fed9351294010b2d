'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useSession } from '../conversation/session-gate';
import { Button } from '../ui/button';
import { DarkThemeIcon, ExternalIcon, LightThemeIcon, SettingsIcon, SignOutIcon, SystemThemeIcon } from '../ui/icons';
import { PersonMark } from '../ui/marks';
import { Menu } from '../ui/menu';
import { chooseTheme, currentTheme, type ThemeChoice } from '../ui/theme';
import styles from './rail.module.css';

export function PersonMenu() {
  const { person, temporalUiUrl } = useSession();
  const queries = useQueryClient();
  const [theme, setTheme] = useState<ThemeChoice>(() => (typeof window === 'undefined' ? 'system' : currentTheme()));
  const signOut = async (): Promise<void> => {
    await api.call('signOut').catch(() => undefined);
    queries.clear();
    window.location.assign('/sign-in');
  };
  return (
    <footer className={styles.me}>
      <PersonMark id={person.id} name={person.name} />
      <span className="grow clip">{person.name}</span>
      <Menu
        align="end"
        side="top"
        trigger={
          <Button kind="icon" label="Appearance and account">
            <SettingsIcon />
          </Button>
        }
        entries={[
          { kind: 'label', key: 'appearance', words: 'Appearance' },
          {
            kind: 'radio',
            key: 'theme',
            value: theme,
            onChange: (choice) => {
              setTheme(choice as ThemeChoice);
              chooseTheme(choice as ThemeChoice);
            },
            options: [
              { value: 'system', words: 'Like the system', icon: <SystemThemeIcon /> },
              { value: 'light', words: 'Light', icon: <LightThemeIcon /> },
              { value: 'dark', words: 'Dark', icon: <DarkThemeIcon /> },
            ],
          },
          { kind: 'separator', key: 'line' },
          ...(temporalUiUrl === null
            ? []
            : [
                {
                  kind: 'item' as const,
                  key: 'temporal',
                  words: 'Temporal',
                  icon: <ExternalIcon />,
                  onSelect: () => void window.open(temporalUiUrl, '_blank', 'noopener'),
                },
              ]),
          { kind: 'item', key: 'out', words: 'Sign out', icon: <SignOutIcon />, detail: person.email, onSelect: () => void signOut() },
        ]}
      />
    </footer>
  );
}
