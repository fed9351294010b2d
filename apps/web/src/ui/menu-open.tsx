'use client';

import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactNode, useState } from 'react';
import { CheckIcon } from './icons';
import type { MenuEntry, MenuProps } from './menu';
import styles from './menu-open.module.css';

/** The menu itself. Not modal: the page behind stays readable for everyone, and a click outside only closes it. */
export function OpenMenu({ trigger, entries, align = 'start', side = 'bottom', label }: MenuProps) {
  // Inside the page's landmark, or inside the dialog that is open, so that it belongs to what it is about.
  const [container] = useState(() => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.querySelector('main'));
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          className={styles.content}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          {entries.map((entry) => (
            <Fragment key={entry.key}>
              <Entry entry={entry} />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <DropdownMenu.Separator className={styles.separator} />;
    case 'label':
      return <DropdownMenu.Label className={styles.label}>{entry.words}</DropdownMenu.Label>;
    case 'item':
      return (
        <DropdownMenu.Item
          className={`${styles.item} ${entry.danger === true ? styles.danger : ''}`}
          disabled={entry.blocked !== undefined}
          onSelect={entry.onSelect}
        >
          {entry.icon}
          <Words detail={entry.blocked ?? entry.detail}>{entry.words}</Words>
        </DropdownMenu.Item>
      );
    case 'check':
      return (
        <DropdownMenu.CheckboxItem
          className={styles.item}
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          onSelect={(event) => event.preventDefault()}
        >
          <Words>{entry.words}</Words>
          <Indicator />
        </DropdownMenu.CheckboxItem>
      );
    case 'radio':
      return (
        <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onChange}>
          {entry.options.map((option) => (
            <DropdownMenu.RadioItem key={option.value} className={styles.item} value={option.value}>
              {option.icon}
              <Words detail={option.detail}>{option.words}</Words>
              <Indicator />
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}

const Words = ({ children, detail }: { children: ReactNode; detail?: string | undefined }) => (
  <span className={styles.words}>
    {children}
    {detail !== undefined && <small>{detail}</small>}
  </span>
);

const Indicator = () => (
  <DropdownMenu.ItemIndicator className={styles.check}>
    <CheckIcon />
  </DropdownMenu.ItemIndicator>
);
