import { type Client, createClient } from '@parley/client';

/** A client of several APIs that are one installation, as behind a balancer: it stays with one, and takes the next when that gives no answer. */
export function clientOf(addresses: readonly string[], key: string): Client {
  let at = 0;
  const send: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input as string);
    const taken = at;
    try {
      return await fetch(`${addresses[taken]}${pathname}${search}`, init);
    } catch (error) {
      if (taken === at) at = (at + 1) % addresses.length;
      throw error;
    }
  };
  return createClient({ baseUrl: addresses[0]!, headers: { authorization: `Bearer ${key}` }, fetch: send });
}
