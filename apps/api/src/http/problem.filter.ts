import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { ThrottlerException } from '@nestjs/throttler';
import { ParleyError } from '@parley/domain';
import type { Request, Response } from 'express';
import { Services } from '../app/services';
import { isUnavailable, isWithoutRoom } from '../database/unavailable';
import { problemOf } from './problem';
import { requestIdOf } from './request-id';
import { safeError } from './safe-error';

/** Every error that leaves a handler becomes a problem document here, and is logged here once if it is ours. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly services: Services) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    this.services.room.note(thrown);
    const error = asParleyError(thrown);
    const requestId = requestIdOf(request);
    if (error.kind === 'defect') this.services.log.error({ requestId, err: safeError(thrown) }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.kind === 'limited' && !response.getHeader('Retry-After')) response.setHeader('Retry-After', '10');
    if (error.kind === 'unavailable') response.setHeader('Retry-After', '2');
    if (hasBody(request) && !request.readableEnded) {
      // An unread body would be taken for the next request of a kept connection. What is on its way is read and dropped, else the sender would
      // see a broken connection instead of the refusal.
      response.setHeader('Connection', 'close');
      request.resume();
    }
    const problem = problemOf(error, requestId);
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }
}

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

function asParleyError(thrown: unknown): ParleyError {
  if (thrown instanceof ParleyError) return thrown;
  if (thrown instanceof ThrottlerException) return new ParleyError('rate_limited', 'Too many requests; wait a moment.');
  if (thrown instanceof HttpException) {
    if (thrown.getStatus() === 404) return new ParleyError('not_found', 'There is no such address.');
    if (thrown.getStatus() === 413) return new ParleyError('body_too_large', 'The request is too large.');
    if (thrown.getStatus() < 500) return new ParleyError('request_invalid', 'The request is not valid.', [], { cause: thrown });
  }
  if (thrown instanceof URIError) return new ParleyError('request_invalid', 'The address is not well-formed.');
  if (isWithoutRoom(thrown))
    return new ParleyError('unavailable', 'The database has no room left on its disk; nothing was stored.', [], { cause: thrown });
  if (isUnavailable(thrown)) return new ParleyError('unavailable', 'The database cannot be reached.', [], { cause: thrown });
  return new ParleyError('defect', 'The request failed; the request id helps to find out why.', [], { cause: thrown });
}
