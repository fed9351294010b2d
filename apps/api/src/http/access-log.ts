import type { NextFunction, Request, Response } from 'express';
import type { Services } from '../app/services';
import { identityOf } from './identity.guard';
import { requestIdOf, setRequestId } from './request-id';
import type { EndpointRequest } from './route';

/** Gives each request its id and logs its end once: ids, names of endpoints and times; no address, query, header or body. */
export function accessLog(services: Services) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const requestId = services.newId('request');
    setRequestId(request, requestId);
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const endpoint = (request as EndpointRequest).call?.endpoint ?? 'none';
      const ms = performance.now() - started;
      const { actor } = identityOf(request);
      if (endpoint !== 'streamEvents') services.metrics.requests.observe({ endpoint, status: String(response.statusCode) }, ms / 1_000);
      const who = actor?.kind === 'person' ? { personId: actor.personId } : actor ? { hostId: actor.hostId } : {};
      services.log.debug(
        {
          requestId: requestIdOf(request),
          method: request.method,
          endpoint,
          status: response.statusCode,
          ms: Math.round(ms),
          ...who,
          ended: response.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}
