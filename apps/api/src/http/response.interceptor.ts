import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Endpoint, endpoints } from '@parley/contracts';
import { ParleyError } from '@parley/domain';
import { map, type Observable } from 'rxjs';
import { endpointOf } from './limits';

/** Shapes every answer by the table: a field that the contract does not name never leaves, and a wrong answer is our defect. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = endpointOf(context);
    const endpoint: Endpoint | undefined = name && endpoints[name];
    const schema = endpoint?.response;
    if (!schema) return next.handle();
    return next.handle().pipe(
      map((answer: unknown) => {
        const parsed = schema.safeParse(answer);
        if (parsed.success) return parsed.data;
        const where = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
        throw new ParleyError(
          'defect',
          'The answer does not keep the contract.',
          where.map((path) => ({ path, message: 'breaks the contract' })),
        );
      }),
    );
  }
}
