import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Endpoint, endpoints } from '@parley/contracts';
import { limits, ParleyError } from '@parley/domain';
import type { Response } from 'express';
import { Services } from '../app/services';
import type { Actor } from '../auth/actor';
import { refuseForeignOrigin } from '../auth/origin';
import type { CallOf } from './call';
import { identityOf } from './identity.guard';
import { readJsonBody } from './json-body';
import { endpointOf } from './limits';
import { requestIdOf } from './request-id';
import type { EndpointRequest } from './route';
import { validatePart } from './validate';

/** A host sends the whole output of a turn, and JSON may write each of its characters in six bytes. Which of them are kept is decided from the text. */
export const hostBodyBytes = 6 * limits.waveOutputBytes + limits.requestBodyBytes;

/** Lets a request in when the table says so, and leaves the validated call for the handler. Nobody's body is read before that. */
@Injectable()
export class EndpointGuard implements CanActivate {
  constructor(private readonly services: Services) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = endpointOf(context);
    if (!name) return true;
    const endpoint: Endpoint = endpoints[name];
    const request = context.switchToHttp().getRequest<EndpointRequest>();
    // Express answers HEAD with the handler of GET; a stream would never end then.
    if (request.method !== endpoint.method || !this.services.config.API_ROLES.includes('http'))
      throw new ParleyError('not_found', 'There is no such address.');
    const actor = admit(endpoint, request);
    refuseForeignOrigin(this.services, request, endpoint, actor);
    const hasBody = endpoint.method !== 'GET';
    const call = {
      endpoint: name,
      actor,
      params: validatePart('params', endpoint.params, { ...request.params }),
      query: validatePart('query', endpoint.query, { ...request.query }),
      body: hasBody
        ? validatePart('body', endpoint.body, await readJsonBody(request, endpoint.auth === 'host' ? hostBodyBytes : undefined))
        : undefined,
      requestId: requestIdOf(request),
      request,
      response: context.switchToHttp().getResponse<Response>(),
    };
    request.call = call as unknown as CallOf<typeof name>;
    return true;
  }
}

function admit(endpoint: Endpoint, request: EndpointRequest): Actor | null {
  if (endpoint.auth === 'public') return null;
  const { actor, refusal } = identityOf(request);
  if (refusal) throw refusal;
  if (!actor) throw new ParleyError('unauthenticated', 'Sign in, or send an API key.');
  if (actor.kind !== endpoint.auth)
    throw new ParleyError('forbidden', endpoint.auth === 'host' ? 'Only hosts may do this.' : 'Hosts may not do this.');
  if (actor.kind === 'person') {
    const needed = endpoint.method === 'GET' ? 'read' : 'write';
    if (!actor.scopes.includes(needed)) throw new ParleyError('forbidden', `This API key has not the scope ${needed}.`);
  }
  return actor;
}
