import { readStored, writeStored } from './stored';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const currentTheme = (): ThemeChoice => {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

export function chooseTheme(choice: ThemeChoice): void {
  writeStored('theme', choice === 'system' ? null : choice);
  window.dispatchEvent(new Event('parley:theme'));
}
