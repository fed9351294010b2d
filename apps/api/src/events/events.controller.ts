import { Controller } from '@nestjs/common';
import { ParleyError } from '@parley/domain';
import { requireConversation } from '../access/conversation-access';
import { Services } from '../app/services';
import type { CallOf } from '../http/call';
import { Route } from '../http/route';

@Controller()
export class EventsController {
  constructor(private readonly services: Services) {}

  @Route('streamEvents')
  async streamEvents(call: CallOf<'streamEvents'>): Promise<void> {
    const conversationId = call.query.conversationId ?? null;
    if (conversationId !== null) await requireConversation(this.services.db, call.actor, conversationId, 'read');
    const header = call.request.headers['last-event-id'];
    if (Array.isArray(header)) throw new ParleyError('cursor_invalid', 'Only one Last-Event-ID may be sent.');
    // A browser that reconnects sends the header beside the address it first used: the header is newer.
    const after = header || call.query.after || null;
    await this.services.hub.stream({ actor: call.actor, conversationId, after, response: call.response });
  }
}
