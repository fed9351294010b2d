import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { EndpointName } from '@parley/contracts';
import type { RateLimits } from '../app/services';
import { identityOf } from './identity.guard';
import { endpointKey } from './route';

const signIns = new Set<EndpointName>(['signIn', 'signUp', 'signInLocal']);

export const endpointOf = (context: ExecutionContext): EndpointName | undefined => Reflect.getMetadata(endpointKey, context.getHandler()) as EndpointName | undefined;

/** Generous for people, strict where passwords and links could be guessed, none for hosts, health and metrics. */
export function throttlers(limits: RateLimits): ThrottlerOptions[] {
  const ttl = 60_000;
  const isExempt = (context: ExecutionContext): boolean => !endpointOf(context) || identityOf(context.switchToHttp().getRequest<object>()).actor?.kind === 'host';
  const isSignIn = (context: ExecutionContext): boolean => signIns.has(endpointOf(context) as EndpointName);
  return [
    { name: 'calls', ttl, limit: (context) => (identityOf(context.switchToHttp().getRequest<object>()).actor ? limits.perPerson : limits.perAddress), skipIf: isExempt },
    { name: 'sign-ins', ttl, limit: limits.signIn, skipIf: (context) => isExempt(context) || !isSignIn(context) },
  ];
}
