import type { EndpointName, Endpoints } from '@parley/contracts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { HostActor, PersonActor } from '../auth/actor';

type Input<N extends EndpointName, K extends 'params' | 'query' | 'body'> = Endpoints[N] extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type ActorOf<N extends EndpointName> = Endpoints[N]['auth'] extends 'host'
  ? HostActor
  : Endpoints[N]['auth'] extends 'person'
    ? PersonActor
    : null;

/** One validated request of the endpoint `N`: everything in it has passed authentication and the schemas of the table. */
export interface CallOf<N extends EndpointName> {
  endpoint: N;
  actor: ActorOf<N>;
  params: Input<N, 'params'>;
  query: Input<N, 'query'>;
  body: Input<N, 'body'>;
  requestId: string;
  /** For cookies and streams only. */
  request: Request;
  response: Response;
}

/** What a handler answers: the response of the table before serialisation, or nothing for 204 and streams. */
export type AnswerOf<N extends EndpointName> = Endpoints[N] extends { response: infer R extends z.ZodType } ? z.input<R> : void;
