import { Controller } from '@nestjs/common';
import { notFound, requireConversationOf } from '../access/conversation-access';
import { Services } from '../app/services';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { deleteMessage } from './delete-message';
import { listMessages } from './list-messages';
import { messageViews } from './message-view';
import { sendMessage } from './send';
import { sentView } from './sent-view';

@Controller()
export class MessagesController {
  constructor(private readonly services: Services) {}

  @Route('sendMessage')
  async sendMessage({ actor, params, body }: CallOf<'sendMessage'>): Promise<AnswerOf<'sendMessage'>> {
    return sentView(this.services, actor, await sendMessage(this.services, actor, params.id, body));
  }

  @Route('listMessages')
  listMessages({ actor, params, query }: CallOf<'listMessages'>): Promise<AnswerOf<'listMessages'>> {
    return listMessages(this.services, actor, params.id, query);
  }

  @Route('getMessage')
  async getMessage({ actor, params }: CallOf<'getMessage'>): Promise<AnswerOf<'getMessage'>> {
    const { db } = this.services;
    const row = await db.selectFrom('parley.message').selectAll().where('id', '=', params.id).executeTakeFirst();
    const conversation = await requireConversationOf(db, actor, row?.conversation_id, 'read');
    const [view] = row ? await messageViews(db, actor, conversation, [row]) : [];
    if (!view) throw notFound();
    return view;
  }

  @Route('deleteMessage')
  deleteMessage({ actor, params }: CallOf<'deleteMessage'>): Promise<AnswerOf<'deleteMessage'>> {
    return deleteMessage(this.services, actor, params.id);
  }
}
