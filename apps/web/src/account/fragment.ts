import { useEffect, useSyncExternalStore } from 'react';

let held: string | null | undefined;
const inAddress = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token');
const read = (): string | null => (held === undefined ? (held = inAddress()) : held);

/** A link that is opened in a tab that shows this page already changes the fragment only. */
function subscribe(listener: () => void): () => void {
  const onChange = (): void => {
    held = inAddress() ?? held;
    listener();
  };
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/**
 * The one-time token of a link. It travels in the fragment, which no server and no log sees, and is taken out of the address and the
 * history at once. `undefined` until the page has looked.
 */
export function useFragmentToken(): string | null | undefined {
  const token = useSyncExternalStore<string | null | undefined>(subscribe, read, () => undefined);
  useEffect(() => {
    if (typeof token === 'string') window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return token;
}
