import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpClient {
  send(method: 'GET' | 'POST', path: string, body?: string): Promise<string>;
  close(): void;
}

/** Plain requests over kept connections: what the caller itself costs must not hide what is measured. */
export function createHttpClient(baseUrl: string, apiKey: string, sockets: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        };
        const sent = request(`${baseUrl}${path}`, { agent, method, headers }, (response) => {
          text(response).then((answer) => {
            if ((response.statusCode ?? 500) < 300) resolve(answer);
            else reject(new Error(`${method} ${path} was answered ${response.statusCode}: ${answer.slice(0, 500)}`));
          }, reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
