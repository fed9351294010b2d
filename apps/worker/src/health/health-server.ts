import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from './readiness';

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** What can be asked for beside the state. */
export interface HealthActions {
  /** Writes a copy of the journal beside it; null: this process has none. */
  copyJournal: () => (() => void) | null;
}
/** A page in a browser on this machine cannot send this header to another origin without asking first, and nobody answers. */
const actionHeader = 'x-parley-action';

/**
 * `/healthz`: the process lives. `/readyz`: it can do its work; if not, the names of what is missing, with what to do. `POST /journal-copy`: for backups; nothing
 * of the journal goes over the wire. Loopback only.
 */
export function startHealthServer(port: number, readiness: Readiness, actions: HealthActions): Promise<HealthServer> {
  const answer = async (method: string, path: string, isAction: boolean): Promise<{ status: number; body: object }> => {
    if (method === 'POST' && path === '/journal-copy' && isAction) {
      const copy = actions.copyJournal();
      copy?.();
      return { status: copy === null ? 404 : 204, body: {} };
    }
    if (path === '/healthz') return { status: 200, body: { status: 'live' } };
    if (path !== '/readyz') return { status: 404, body: {} };
    const { missing, warnings } = await readiness.read();
    const isReady = missing.length === 0;
    return { status: isReady ? 200 : 503, body: { status: isReady ? 'ready' : 'not_ready', missing, warnings } };
  };
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    answer(request.method ?? 'GET', path, request.headers[actionHeader] !== undefined)
      .catch(() => ({ status: 500, body: {} }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(status === 204 ? undefined : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      }),
    );
  });
}
