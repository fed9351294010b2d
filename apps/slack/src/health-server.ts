import { createServer, type Server } from 'node:http';

/** `/healthz`: the process lives. `/readyz`: it can do its work; if not, the names of what is missing. Loopback only. */
export function startHealthServer(port: number, findMissing: () => Promise<string[]>): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request.url?.split('?', 1)[0]).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
    });
  });
  const answer = async (path: string | undefined): Promise<{ status: number; body: object }> => {
    if (path === '/healthz') return { status: 200, body: { ok: true } };
    if (path !== '/readyz') return { status: 404, body: {} };
    const missing = await findMissing();
    return { status: missing.length === 0 ? 200 : 503, body: { ok: missing.length === 0, missing } };
  };
  return new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', () => done(server)));
}
