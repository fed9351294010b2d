import { useEffect, useState } from 'react';

/**
 * The one-time token of a link. It travels in the fragment, which no server and no log sees, and is taken out of the address and the
 * history at once. `undefined` until the page has looked.
 */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found !== null) window.history.replaceState(null, '', window.location.pathname);
    setToken((known) => known ?? found);
  }, []);
  return token;
}
