import { Controller } from '@nestjs/common';
import { requireConversation } from '../access/conversation-access';
import { Services } from '../app/services';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { conversationView } from './conversation-view';
import { createConversation } from './create-conversation';
import { deleteConversation } from './delete-conversation';
import { deleteDraft, getDraft, putDraft } from './drafts';
import { listConversations } from './list-conversations';
import { putRead } from './read-markers';
import { updateConversation } from './update-conversation';

@Controller()
export class ConversationsController {
  constructor(private readonly services: Services) {}

  @Route('createConversation')
  createConversation(call: CallOf<'createConversation'>): Promise<AnswerOf<'createConversation'>> {
    return createConversation(this.services, call.actor, call.body);
  }

  @Route('listConversations')
  listConversations(call: CallOf<'listConversations'>): Promise<AnswerOf<'listConversations'>> {
    return listConversations(this.services, call.actor, call.query);
  }

  @Route('getConversation')
  async getConversation(call: CallOf<'getConversation'>): Promise<AnswerOf<'getConversation'>> {
    return conversationView(this.services.db, call.actor, await requireConversation(this.services.db, call.actor, call.params.id, 'read'));
  }

  @Route('updateConversation')
  updateConversation(call: CallOf<'updateConversation'>): Promise<AnswerOf<'updateConversation'>> {
    return updateConversation(this.services, call.actor, call.params.id, call.body);
  }

  @Route('deleteConversation')
  deleteConversation(call: CallOf<'deleteConversation'>): Promise<void> {
    return deleteConversation(this.services, call.actor, call.params.id);
  }

  @Route('putRead')
  putRead(call: CallOf<'putRead'>): Promise<AnswerOf<'putRead'>> {
    return putRead(this.services, call.actor, call.params.id, call.body);
  }

  @Route('getDraft')
  getDraft(call: CallOf<'getDraft'>): Promise<AnswerOf<'getDraft'>> {
    return getDraft(this.services, call.actor, call.params.id);
  }

  @Route('putDraft')
  putDraft(call: CallOf<'putDraft'>): Promise<AnswerOf<'putDraft'>> {
    return putDraft(this.services, call.actor, call.params.id, call.body);
  }

  @Route('deleteDraft')
  deleteDraft(call: CallOf<'deleteDraft'>): Promise<void> {
    return deleteDraft(this.services, call.actor, call.params.id);
  }
}
