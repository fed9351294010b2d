'use client';

import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { DismissIcon } from './icons';
import styles from './sheet.module.css';

type Side = 'left' | 'right' | 'wide' | 'middle';

/** Everything that lies over the page: the drawer of the rail, the inspector on small screens, a wave on its own, a question. */
export function Sheet({ open, onClose, side, title, hideTitle = false, description, children }: { open: boolean; onClose: () => void; side: Side; title: string; hideTitle?: boolean; description?: string; children: ReactNode }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={`${styles.sheet} ${styles[side]}`} {...(description === undefined ? { 'aria-describedby': undefined } : {})}>
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

/** Asks before something that cannot be taken back. The safe answer has the focus. */
export function Confirm({ open, title, description, action, onConfirm, onClose, busy = false, failure }: { open: boolean; title: string; description: string; action: string; onConfirm: () => void; onClose: () => void; busy?: boolean; failure?: string | undefined }) {
  return (
    <Sheet open={open} onClose={onClose} side="middle" title={title} description={description}>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <p className={styles.answers}>
        <Button onClick={onClose} autoFocus>
          Keep
        </Button>
        <Button kind="danger" onClick={onConfirm} disabled={busy}>
          {action}
        </Button>
      </p>
    </Sheet>
  );
}
