import { Controller } from '@nestjs/common';
import { Services } from '../app/services';
import { withTransaction } from '../database/database';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { getAssignment } from './assignment';
import { getContextRequest, putContext } from './context';
import { postDelivery, postDraft, putEvidence } from './delivery';
import { saveHost, saveReport } from './host.repo';
import { getInspection } from './inspection';
import { requireHost } from './require-host';
import { putTerminal } from './terminal';

/** What a host worker says and asks. A host sees only itself and its own turns. */
@Controller()
export class HostController {
  constructor(private readonly services: Services) {}

  @Route('registerHost')
  async registerHost({ actor, body }: CallOf<'registerHost'>): Promise<AnswerOf<'registerHost'>> {
    // The token says which host it is; a name in the body cannot take another's place.
    const hostId = await saveHost(this.services.db, {
      name: actor.hostName,
      tokenHash: actor.tokenHash,
      platform: body.platform,
      version: body.version,
      capacity: body.capacity,
    });
    return { hostId, name: actor.hostName };
  }

  @Route('reportHost')
  async reportHost({ actor, body }: CallOf<'reportHost'>): Promise<AnswerOf<'reportHost'>> {
    const hostId = await requireHost(this.services.db, actor);
    return withTransaction(this.services.db, (trx) => saveReport(trx, hostId, body));
  }

  @Route('getInspection')
  getInspection({ actor, query, response }: CallOf<'getInspection'>): Promise<AnswerOf<'getInspection'>> {
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    return getInspection(this.services, actor, query.waitMs, AbortSignal.any([closed.signal, this.services.ending.signal]));
  }

  @Route('getContextRequest')
  getContextRequest({ actor, params }: CallOf<'getContextRequest'>): Promise<AnswerOf<'getContextRequest'>> {
    return getContextRequest(this.services, actor, params.id);
  }

  @Route('putContext')
  putContext({ actor, params, body }: CallOf<'putContext'>): Promise<AnswerOf<'putContext'>> {
    return putContext(this.services, actor, params.id, body);
  }

  @Route('getAssignment')
  getAssignment({ actor, params }: CallOf<'getAssignment'>): Promise<AnswerOf<'getAssignment'>> {
    return getAssignment(this.services, actor, params);
  }

  @Route('postDelivery')
  postDelivery({ actor, params, body }: CallOf<'postDelivery'>): Promise<AnswerOf<'postDelivery'>> {
    return postDelivery(this.services, actor, params, body);
  }

  @Route('postDraft')
  postDraft({ actor, params, body }: CallOf<'postDraft'>): Promise<void> {
    return postDraft(this.services, actor, params, body);
  }

  @Route('putTerminal')
  putTerminal({ actor, params, body }: CallOf<'putTerminal'>): Promise<AnswerOf<'putTerminal'>> {
    return putTerminal(this.services, actor, params, body);
  }

  @Route('putEvidence')
  putEvidence({ actor, params, body }: CallOf<'putEvidence'>): Promise<void> {
    return putEvidence(this.services, actor, params, body);
  }
}
