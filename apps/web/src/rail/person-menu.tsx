'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useSession } from '../conversation/session-gate';
import { Button } from '../ui/button';
import { DarkThemeIcon, ExternalIcon, LightThemeIcon, SettingsIcon, SignOutIcon, SystemThemeIcon } from '../ui/icons';
import { PersonMark } from '../ui/marks';
import { MenuContent, MenuItem, MenuLabel, MenuRadio, MenuRadioItem, MenuRoot, MenuSeparator, MenuTrigger } from '../ui/menu';
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
      <MenuRoot>
        <MenuTrigger asChild>
          <Button kind="icon" label="Appearance and account">
            <SettingsIcon />
          </Button>
        </MenuTrigger>
        <MenuContent align="end" side="top">
          <MenuLabel>Appearance</MenuLabel>
          <MenuRadio<ThemeChoice>
            value={theme}
            onChange={(choice) => {
              setTheme(choice);
              chooseTheme(choice);
            }}
          >
            <MenuRadioItem value="system" icon={<SystemThemeIcon />}>
              Like the system
            </MenuRadioItem>
            <MenuRadioItem value="light" icon={<LightThemeIcon />}>
              Light
            </MenuRadioItem>
            <MenuRadioItem value="dark" icon={<DarkThemeIcon />}>
              Dark
            </MenuRadioItem>
          </MenuRadio>
          <MenuSeparator />
          {temporalUiUrl !== null && (
            <MenuItem icon={<ExternalIcon />} onSelect={() => window.open(temporalUiUrl, '_blank', 'noopener')}>
              Temporal
            </MenuItem>
          )}
          <MenuItem icon={<SignOutIcon />} onSelect={() => void signOut()} detail={person.email}>
            Sign out
          </MenuItem>
        </MenuContent>
      </MenuRoot>
    </footer>
  );
}
