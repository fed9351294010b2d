import { Controller } from '@nestjs/common';
import { Services } from '../app/services';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { createPreview } from './preview';

@Controller()
export class PreviewsController {
  constructor(private readonly services: Services) {}

  @Route('createPreview')
  createPreview({ actor, body }: CallOf<'createPreview'>): Promise<AnswerOf<'createPreview'>> {
    return createPreview(this.services, actor, body);
  }
}
