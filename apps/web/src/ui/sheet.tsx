'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from './button';
import styles from './sheet.module.css';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  side: 'left' | 'right' | 'wide' | 'middle';
  title: string;
  hideTitle?: boolean;
  description?: string;
  children: ReactNode;
}
const SheetDialog = lazy(() => import('./sheet-dialog'));

/** Everything that lies over the page: the drawer of the rail, the inspector on small screens, a wave on its own, a question. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <SheetDialog {...props} />
    </Suspense>
  );
}

/** Asks before something that cannot be taken back. The safe answer has the focus. */
export function Confirm({
  open,
  title,
  description,
  action,
  onConfirm,
  onClose,
  busy = false,
  failure,
}: {
  open: boolean;
  title: string;
  description: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  failure?: string | undefined;
}) {
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
