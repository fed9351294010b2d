'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Rail } from '../rail/rail';
import { narrow, useMedia } from '../ui/media';
import { Sheet } from '../ui/sheet';
import styles from './shell.module.css';

const ShellContext = createContext<{ openRail: () => void }>({ openRail: () => undefined });
export const useShell = () => useContext(ShellContext);

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Rail and page, side by side; on small screens the rail becomes a drawer. */
export function Shell({ children }: { children: ReactNode }) {
  const [drawer, setDrawer] = useState(false);
  const isNarrow = useMedia(narrow);
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== 'c' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        takesText(event.target) ||
        document.querySelector('[role="dialog"], [role="menu"]') !== null
      )
        return;
      event.preventDefault();
      router.push('/');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [router]);
  const shell = useMemo(() => ({ openRail: () => setDrawer(true) }), []);
  return (
    <ShellContext value={shell}>
      <div className={styles.app}>
        <a className={styles.skip} href="#main">
          Skip to the conversation
        </a>
        <div className={styles.rail}>{!isNarrow && <Rail />}</div>
        {children}
      </div>
      <Sheet open={drawer && isNarrow} onClose={() => setDrawer(false)} side="left" title="Conversations" hideTitle>
        <Rail onNavigate={() => setDrawer(false)} />
      </Sheet>
    </ShellContext>
  );
}
