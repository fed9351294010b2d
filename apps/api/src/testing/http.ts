import type { Problem } from '@parley/contracts';

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A raw request: unlike the client it can also be wrong. */
export async function ask(
  url: string,
  method: string,
  options: { headers?: Record<string, string>; json?: unknown; text?: string } = {},
): Promise<Answered> {
  const body = options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const answer = await fetch(url, {
    method,
    headers: { ...(options.json === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
    body,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  };
}

export const problemOf = (answer: Answered): Problem => answer.body as Problem;

/** Keeps the cookies of one browser. */
export function browser(url: string, origin: string) {
  const jar = new Map<string, string>();
  return async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(url + path, method, { json, headers: { origin, ...(cookie ? { cookie } : {}), ...headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
}
