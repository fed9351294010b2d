import { createClient } from '@parley/client';

/** The API answers on the page's own origin; the web server hands the requests on. */
export const api = createClient({ baseUrl: '', fetch: (input, init) => fetch(input, init) });

/** For what must be sent while the page goes away: the browser finishes such a request without us. */
export const lastWordApi = createClient({ baseUrl: '', fetch: (input, init) => fetch(input, { ...init, keepalive: true }) });
