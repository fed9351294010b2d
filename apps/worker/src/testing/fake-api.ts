import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
}
export interface FakeApi {
  url: string;
  calls: Call[];
  /** Assignments by `jobId/attempt`. */
  assignments: Map<string, Record<string, unknown>>;
  /** Answers a path with a status instead of the usual thing, as often as said. */
  refuse(path: RegExp, status: number, code: string, times?: number): void;
  terminals(): Call[];
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};
const outcomeOf = (status: unknown): string =>
  status === 'completed' ? 'answered' : status === 'not_delivered' ? 'not_sent' : status === 'interrupted' ? 'stopped' : 'failed';

/** The host endpoints of the API with nothing behind them. */
export async function startFakeApi(): Promise<FakeApi> {
  const calls: Call[] = [];
  const assignments: FakeApi['assignments'] = new Map();
  const refusals: { path: RegExp; status: number; code: string; times: number }[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      calls.push({ method: request.method ?? '', path, body });
      const answer = (status: number, value?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(value === undefined ? undefined : JSON.stringify(value));
      };
      const refusal = refusals.find((one) => one.path.test(path) && one.times > 0);
      if (refusal) {
        refusal.times -= 1;
        return answer(refusal.status, {
          type: 'urn:x',
          title: 'x',
          status: refusal.status,
          code: refusal.code,
          detail: 'x',
          errors: [],
          requestId: 'req_x',
        });
      }
      if (path === '/v1/host/register') return answer(200, { hostId: 'hst_0000000001', name: 'test' });
      if (path === '/v1/host/report') return answer(200, { repositories: [] });
      const turn = /^\/v1\/host\/turns\/(\w+)\/(\d+)(?:\/(\w+))?$/.exec(path);
      if (turn?.[3] === undefined && turn) return answer(200, assignments.get(`${turn[1]}/${turn[2]}`));
      switch (turn?.[3]) {
        case 'delivery':
          return answer(200, { stopRequested: false });
        case 'draft':
        case 'evidence':
          return answer(204);
        case 'terminal':
          return answer(200, { outcome: outcomeOf(body['status']), hash: 'a'.repeat(64) });
        default:
          return answer(404, { code: 'not_found', detail: 'x' });
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    assignments,
    refuse: (path, status, code, times = Number.POSITIVE_INFINITY) => void refusals.push({ path, status, code, times }),
    terminals: () => calls.filter((call) => call.method === 'PUT' && call.path.endsWith('/terminal')),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
