import { createParamDecorator, type ExecutionContext, HttpCode, RequestMapping, RequestMethod, Res, SetMetadata } from '@nestjs/common';
import { type Endpoint, type EndpointName, endpoints } from '@parley/contracts';
import type { Request } from 'express';
import type { AnswerOf, CallOf } from './call';

export const endpointKey = 'parley:endpoint';

/** Where the endpoint guard leaves what it validated. */
export interface EndpointRequest extends Request {
  call?: CallOf<EndpointName>;
}

const InjectCall = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EndpointRequest>().call,
);

type Handler<N extends EndpointName> = (call: CallOf<N>) => Promise<AnswerOf<N>> | AnswerOf<N>;

/**
 * Makes a method the handler of one endpoint of the table: its method, path and status come from there, and its only argument is the
 * validated call. A missing or second handler of an endpoint stops the start of the application (`endpoint-check.ts`).
 */
export function Route<N extends EndpointName>(name: N) {
  const endpoint: Endpoint = endpoints[name];
  return <H extends Handler<N>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    SetMetadata(endpointKey, name)(target, key, descriptor);
    HttpCode(endpoint.status)(target, key, descriptor);
    RequestMapping({ method: RequestMethod[endpoint.method], path: endpoint.path })(target, key, descriptor);
    InjectCall()(target, key, 0);
    // Nest answers for a handler unless it takes the response: a stream is written by its handler.
    if (endpoint.stream) Res()(target, key, 1);
  };
}
