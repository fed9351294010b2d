import type { EndpointName, Endpoints, Problem } from '@parley/contracts';
import type { z } from 'zod';
import { type EventStreamOptions, readEvents } from './events';
import { NoAnswerError, ProblemError } from './problem-error';
import { routes } from './routes.gen';

type Field<N extends EndpointName, K extends 'params' | 'query' | 'body'> =
  Endpoints[N] extends Record<K, infer S extends z.ZodType>
    ? object extends z.input<S>
      ? Partial<Record<K, z.input<S>>>
      : Record<K, z.input<S>>
    : object;
export type CallInput<N extends EndpointName> = Field<N, 'params'> & Field<N, 'query'> & Field<N, 'body'>;
export type CallOutput<N extends EndpointName> = Endpoints[N] extends { response: infer S extends z.ZodType } ? z.output<S> : undefined;
type Rest<N extends EndpointName> =
  object extends CallInput<N> ? [input?: CallInput<N>, options?: CallOptions] : [input: CallInput<N>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds until the call is given up with `NoAnswerError`. */
  timeoutMs?: number;
}
export interface ClientOptions {
  /** For example `http://127.0.0.1:4310`; empty for the page's own origin. */
  baseUrl: string;
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}
export interface Client {
  call<N extends EndpointName>(name: N, ...rest: Rest<N>): Promise<CallOutput<N>>;
  events(options: EventStreamOptions): Promise<void>;
}

interface RequestInput {
  params?: object;
  query?: object;
  body?: unknown;
}

const defaultTimeoutMs = 30_000;

function urlOf(baseUrl: string, name: EndpointName, input: { params?: object; query?: object }): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  const path = routes[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, string | number | boolean | undefined>))
    if (value !== undefined) query.set(key, String(value));
  const text = query.toString();
  return `${baseUrl}${path}${text === '' ? '' : `?${text}`}`;
}

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (body !== null && typeof body === 'object' && 'code' in body && 'detail' in body) return body as Problem;
  return {
    type: 'about:blank',
    title: 'Unavailable',
    status: response.status,
    code: response.status >= 500 ? 'unavailable' : 'defect',
    detail: `The API answered ${response.status} without a problem document.`,
    errors: [],
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/** A typed client of the API. `call` resolves with the documented body, or throws `ProblemError` or `NoAnswerError`. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  const request = async (name: EndpointName, input: RequestInput = {}, call: CallOptions = {}): Promise<unknown> => {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const hasBody = input.body !== undefined;
    let response: Response;
    let answer: unknown;
    try {
      response = await send(urlOf(options.baseUrl, name, input), {
        method: routes[name].method,
        headers: { accept: 'application/json', ...(hasBody ? { 'content-type': 'application/json' } : {}), ...options.headers },
        ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
        signal,
      });
      answer = response.ok && response.status !== 204 ? await response.json() : undefined;
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      throw new NoAnswerError({ cause });
    }
    if (!response.ok) throw new ProblemError(await problemOf(response));
    return answer;
  };
  return {
    call: (name, ...rest) => request(name, rest[0] as RequestInput | undefined, rest[1]) as never,
    events: (stream) => readEvents(send, options, stream),
  };
}
