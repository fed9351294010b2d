'use client';

import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { CheckIcon } from './icons';
import styles from './menu.module.css';

/** Not modal: the page behind stays readable for everyone, and a click outside only closes the menu. */
export const MenuRoot = ({ children }: { children: ReactNode }) => <DropdownMenu.Root modal={false}>{children}</DropdownMenu.Root>;
export const MenuTrigger = DropdownMenu.Trigger;

export function MenuContent({ children, align = 'start', side = 'bottom', label }: { children: ReactNode; align?: 'start' | 'end'; side?: 'top' | 'bottom'; label?: string }) {
  // Inside the page's landmark, or inside the dialog that is open, so that it belongs to what it is about.
  const [container] = useState(() => (typeof document === 'undefined' ? null : (document.querySelector<HTMLElement>('[role="dialog"]') ?? document.querySelector('main'))));
  return (
    <DropdownMenu.Portal container={container}>
      <DropdownMenu.Content className={styles.content} align={align} side={side} sideOffset={6} collisionPadding={8} aria-label={label}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}

/** An item that is not allowed stays visible and says why. */
export function MenuItem({ children, icon, onSelect, danger = false, blocked, detail }: { children: ReactNode; icon?: ReactNode; onSelect: () => void; danger?: boolean; blocked?: string | undefined; detail?: string }) {
  return (
    <DropdownMenu.Item className={`${styles.item} ${danger ? styles.danger : ''}`} disabled={blocked !== undefined} onSelect={onSelect}>
      {icon}
      <span className={styles.words}>
        {children}
        {(blocked ?? detail) !== undefined && <small>{blocked ?? detail}</small>}
      </span>
    </DropdownMenu.Item>
  );
}

export function MenuRadio<T extends string>({ value, onChange, children }: { value: T; onChange: (value: T) => void; children: ReactNode }) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuRadioItem({ value, icon, children, detail, disabled = false }: { value: string; icon?: ReactNode; children: ReactNode; detail?: string | undefined; disabled?: boolean }) {
  return (
    <DropdownMenu.RadioItem className={styles.item} value={value} disabled={disabled}>
      {icon}
      <span className={styles.words}>
        {children}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      <DropdownMenu.ItemIndicator className={styles.check}>
        <CheckIcon />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}

export function MenuCheckItem({ checked, onChange, children, detail }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode; detail?: string }) {
  return (
    <DropdownMenu.CheckboxItem className={styles.item} checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()}>
      <span className={styles.words}>
        {children}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      <DropdownMenu.ItemIndicator className={styles.check}>
        <CheckIcon />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
export const MenuSeparator = () => <DropdownMenu.Separator className={styles.separator} />;
