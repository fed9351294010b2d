import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { EndpointName } from '@parley/contracts';
import type { RateLimits } from '../app/services';
import { identityOf } from './identity.guard';
import { endpointKey } from './route';

/** Where a password or an invitation could be guessed. The one-time link cannot: it has 256 bits. */
const signIns = new Set<EndpointName>(['signIn', 'signUp']);

export const endpointOf = (context: ExecutionContext): EndpointName | undefined =>
  Reflect.getMetadata(endpointKey, context.getHandler()) as EndpointName | undefined;

/** Generous for people, strict where one could guess, none for hosts, health and metrics. */
export function throttlers(limits: RateLimits): ThrottlerOptions[] {
  const ttl = 60_000;
  const isExempt = (context: ExecutionContext): boolean =>
    !endpointOf(context) || identityOf(context.switchToHttp().getRequest<object>()).actor?.kind === 'host';
  const isSignIn = (context: ExecutionContext): boolean => signIns.has(endpointOf(context) as EndpointName);
  return [
    {
      name: 'calls',
      ttl,
      limit: (context) => (identityOf(context.switchToHttp().getRequest<object>()).actor ? limits.perPerson : limits.perAddress),
      skipIf: isExempt,
    },
    { name: 'sign-ins', ttl, limit: limits.signIn, skipIf: (context) => isExempt(context) || !isSignIn(context) },
  ];
}
