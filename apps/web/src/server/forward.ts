import { readConfig } from './web.config';

/** Belong to one connection, or are set again by the side that sends. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'accept-encoding',
  'expect',
]);

function requestHeaders(request: Request): Headers {
  const headers = new Headers();
  request.headers.forEach((value, name) => {
    if (!hopByHop.has(name) && !name.startsWith('x-middleware-')) headers.append(name, value);
  });
  const url = new URL(request.url);
  if (!headers.has('x-forwarded-host')) headers.set('x-forwarded-host', request.headers.get('host') ?? url.host);
  if (!headers.has('x-forwarded-proto')) headers.set('x-forwarded-proto', url.protocol.replace(':', ''));
  return headers;
}

function answerHeaders(answer: Response): Headers {
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    if (!hopByHop.has(name) && name !== 'content-encoding' && name !== 'set-cookie') headers.append(name, value);
  });
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    // no-transform keeps Next's compression away: a compressed stream would be held back until its buffer is full.
    headers.set('cache-control', 'no-cache, no-transform');
    headers.set('x-accel-buffering', 'no');
  }
  return headers;
}

const unavailable = (): Response =>
  Response.json(
    {
      type: 'urn:parley:problem:unavailable',
      title: 'Unavailable',
      status: 503,
      code: 'unavailable',
      detail: 'The API does not answer. It may be starting; try again in a moment.',
      errors: [],
      requestId: '',
    },
    { status: 503, headers: { 'content-type': 'application/problem+json', 'retry-after': '2' } },
  );

/** `fetch` says that no answer came by a TypeError, which may be one of another realm. */
const isFailedFetch = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';

/** Hands a request of the page to the API and streams the answer back. The page, its cookies and the API share one origin this way. */
export async function forward(request: Request): Promise<Response> {
  const { apiUrl } = readConfig();
  const url = new URL(request.url);
  const hasBody = request.body !== null && request.method !== 'GET';
  const init: RequestInit & { duplex?: 'half' } = {
    method: request.method,
    headers: requestHeaders(request),
    redirect: 'manual',
    cache: 'no-store',
    signal: request.signal,
  };
  if (hasBody) Object.assign(init, { body: request.body, duplex: 'half' });
  try {
    const answer = await fetch(`${apiUrl}${url.pathname}${url.search}`, init);
    return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer) });
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    if (isFailedFetch(error)) return unavailable();
    throw error;
  }
}
