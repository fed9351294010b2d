import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { ParleyError } from '@parley/domain';
import type { Request, Response } from 'express';
import { identityOf } from './identity.guard';
import { endpointOf } from './limits';

/** Counts per person where one is known, else per address. */
@Injectable()
export class LimitGuard extends ThrottlerGuard {
  protected override async getTracker(request: Request): Promise<string> {
    const actor = identityOf(request).actor;
    return actor?.kind === 'person' ? actor.personId : (request.ip ?? 'unknown');
  }

  /** One count for all endpoints, and one for all ways to sign in. */
  protected override generateKey(_: ExecutionContext, tracker: string, name: string): string {
    return `${name}:${tracker}`;
  }

  protected override async throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    context
      .switchToHttp()
      .getResponse<Response>()
      .setHeader('Retry-After', String(Math.max(1, detail.timeToBlockExpire || detail.timeToExpire)));
    throw new ParleyError('rate_limited', endpointOf(context) ? 'Too many requests; wait a moment.' : 'Too many requests.');
  }
}
