import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ParleyError } from '@parley/domain';
import type { Response } from 'express';
import { Services } from '../app/services';
import type { Actor } from '../auth/actor';
import { authenticate } from '../auth/authenticate';
import type { EndpointRequest } from './route';

export interface Identity {
  actor: Actor | null;
  /** Why credentials that were given are not accepted; told only by endpoints that need an actor. */
  refusal: ParleyError | null;
}
const identities = new WeakMap<object, Identity>();
export const identityOf = (request: object): Identity => identities.get(request) ?? { actor: null, refusal: null };

/** Finds out who calls, and refuses nobody yet: refused callers have to be counted by the limit first. */
@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(private readonly services: Services) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<EndpointRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    try {
      identities.set(request, { actor: await authenticate(this.services, request, response), refusal: null });
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      identities.set(request, { actor: null, refusal: error });
    }
    return true;
  }
}
