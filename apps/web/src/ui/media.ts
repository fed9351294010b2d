import { useSyncExternalStore } from 'react';

export const narrow = '(max-width: 760px)';
export const inspectorDocks = '(min-width: 1220px)';

/** Whether a media query holds; false while the server renders. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
