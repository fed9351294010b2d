import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** `/healthz`: the process lives. `/readyz`: it can do its work; if not, the names of what is missing. Loopback only. */
export function startHealthServer(port: number, missing: () => string[]): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    const lacks = path === '/readyz' ? missing() : [];
    const status = path === '/healthz' ? 200 : path === '/readyz' ? (lacks.length === 0 ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(status === 404 ? {} : { ok: status === 200, missing: lacks }));
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
