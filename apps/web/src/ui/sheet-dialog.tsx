'use client';

import { Dialog } from 'radix-ui';
import { Button } from './button';
import { DismissIcon } from './icons';
import type { SheetProps } from './sheet';
import styles from './sheet-dialog.module.css';

/** The open sheet: a modal dialog that keeps the focus inside and gives it back. */
export default function SheetDialog({ onClose, side, title, hideTitle = false, description, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content
          className={`${styles.sheet} ${styles[side]}`}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={hideTitle ? 'visually-hidden' : styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {!hideTitle && side !== 'middle' && (
              <Dialog.Close asChild>
                <Button kind="icon" small label="Close">
                  <DismissIcon />
                </Button>
              </Dialog.Close>
            )}
          </header>
          {description !== undefined && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
