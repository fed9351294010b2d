'use client';

import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';

export interface MenuOption {
  value: string;
  words: ReactNode;
  icon?: ReactNode;
  detail?: string;
}
export type MenuEntry =
  /** `blocked`: an item that is not allowed stays visible and says why. */
  | {
      kind: 'item';
      key: string;
      words: ReactNode;
      icon?: ReactNode;
      detail?: string | undefined;
      blocked?: string | undefined;
      danger?: boolean;
      onSelect: () => void;
    }
  | { kind: 'radio'; key: string; value: string; options: readonly MenuOption[]; onChange: (value: string) => void }
  | { kind: 'check'; key: string; words: ReactNode; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: 'label'; key: string; words: ReactNode }
  | { kind: 'separator'; key: string };

export interface MenuProps {
  trigger: ReactElement<{ onClick?: () => void; disabled?: boolean }>;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  label?: string;
}
type OpenMenu = typeof import('./menu-open').OpenMenu;

let loading: Promise<OpenMenu> | undefined;
const load = (): Promise<OpenMenu> => (loading ??= import('./menu-open').then((module) => module.OpenMenu));

/** A menu button. What opens is loaded when somebody comes near it, so that the first page stays small. */
export function Menu(props: MenuProps) {
  const [Opened, setOpened] = useState<OpenMenu | null>(null);
  if (Opened !== null) return <Opened {...props} />;
  const open = (): void => void load().then((component) => setOpened(() => component));
  return cloneElement(props.trigger, {
    onClick: open,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  } as never);
}
