import type { Stack } from '../stack';

interface Operation {
  path: string;
  method: string;
  parameters: { name: string; in: string }[];
  fields: string[];
}

/** Every endpoint, from the document that the API serves about itself. */
export async function operationsOf(stack: Stack): Promise<Operation[]> {
  const document = (await (await fetch(`${stack.apiUrl}/v1/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: { name: string; in: string }[];
          requestBody?: { content?: { 'application/json'?: { schema?: { properties?: Record<string, unknown> } } } };
        }
      >
    >;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      ...{ path, method: method.toUpperCase(), parameters },
      fields: Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {}),
    })),
  );
}

export interface Probe {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request and keeps what came back, headers too, for the search. A string is sent as it is. */
export async function send(stack: Stack, base: string, { method = 'GET', path, headers = {}, body }: Probe): Promise<number> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return response.status;
  }
  const text = await response.text();
  if (response.status >= 400) stack.refused(`${JSON.stringify([...response.headers])}\n${text}`);
  return response.status;
}

/** The same wrong word in every place of every endpoint that takes one: path, query, body. */
export async function wrongEverywhere(stack: Stack, base: string, headers: Record<string, string>, word: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const { path, method, parameters, fields } of await operationsOf(stack)) {
    const filled = path.replace(/\{\w+\}/g, encodeURIComponent(word));
    const query = new URLSearchParams(parameters.filter((one) => one.in === 'query').map(({ name }) => [name, word])).toString();
    const known = `${path.replace(/\{\w+\}/g, 'wav_00000000000000000000000000')}`;
    const body = fields.length === 0 ? undefined : Object.fromEntries(fields.map((field) => [field, word]));
    const more = body === undefined ? {} : { body };
    statuses.push(await send(stack, base, { method, path: filled, headers, ...more }));
    if (query !== '') statuses.push(await send(stack, base, { method, path: `${known}?${query}`, headers, ...more }));
    if (body !== undefined) {
      const nested = Object.fromEntries(fields.map((field) => [field, [{ [field]: word }]]));
      for (const wrong of [body, nested, `{"text": "${word}`, [word]])
        statuses.push(await send(stack, base, { method, path: known, headers, body: wrong }));
    }
  }
  return statuses;
}
