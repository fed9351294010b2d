import { Controller } from '@nestjs/common';
import { openApiDocument } from '@parley/contracts';
import type { AnswerOf } from './call';
import { Route } from './route';

@Controller()
export class OpenApiController {
  private document: AnswerOf<'getOpenApi'> | undefined;

  /** Made at the first question: it takes some ten milliseconds that a start need not wait for. */
  @Route('getOpenApi')
  getOpenApi(): AnswerOf<'getOpenApi'> {
    return (this.document ??= openApiDocument());
  }
}
