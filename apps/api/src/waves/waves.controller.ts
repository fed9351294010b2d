import { Controller } from '@nestjs/common';
import { notFound, requireConversation, requireConversationOf } from '../access/conversation-access';
import { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { sentView } from '../messages/sent-view';
import { commandWave } from './command-wave';
import { retryWave } from './retry-wave';
import { waveViews, type WaveView } from './wave-view';

/** A list of all waves shows the newest of them. */
const listAtMost = 100;

@Controller()
export class WavesController {
  constructor(private readonly services: Services) {}

  @Route('getWave')
  getWave({ actor, params }: CallOf<'getWave'>): Promise<WaveView> {
    return this.view(actor, params.id);
  }

  @Route('listWaves')
  async listWaves({ actor, params, query }: CallOf<'listWaves'>): Promise<AnswerOf<'listWaves'>> {
    const conversation = await requireConversation(this.services.db, actor, params.id, 'read');
    const rows = await this.services.db
      .selectFrom('parley.wave')
      .selectAll()
      .where('conversation_id', '=', params.id)
      .$if(query.state === 'unsettled', (select) => select.where('state', '<>', 'settled'))
      .orderBy('position', 'desc')
      .limit(listAtMost)
      .execute();
    return { items: await waveViews(this.services, actor, conversation, rows.reverse()) };
  }

  @Route('stopWave')
  async stopWave({ actor, params, body }: CallOf<'stopWave'>): Promise<WaveView> {
    await commandWave(this.services, actor, params.id, { command: 'stop', stopId: body.stopId });
    return this.view(actor, params.id);
  }

  @Route('continueWave')
  async continueWave({ actor, params, body }: CallOf<'continueWave'>): Promise<WaveView> {
    await commandWave(this.services, actor, params.id, { command: 'continue', fingerprint: body.fingerprint });
    return this.view(actor, params.id);
  }

  @Route('cancelWave')
  async cancelWave({ actor, params }: CallOf<'cancelWave'>): Promise<WaveView> {
    await commandWave(this.services, actor, params.id, { command: 'cancel' });
    return this.view(actor, params.id);
  }

  @Route('resumeWave')
  async resumeWave({ actor, params }: CallOf<'resumeWave'>): Promise<WaveView> {
    await commandWave(this.services, actor, params.id, { command: 'resume' });
    return this.view(actor, params.id);
  }

  @Route('retryWave')
  async retryWave({ actor, params, body }: CallOf<'retryWave'>): Promise<AnswerOf<'retryWave'>> {
    return sentView(this.services, actor, await retryWave(this.services, actor, params.id, body.clientMessageId));
  }

  private async view(actor: PersonActor, waveId: string): Promise<WaveView> {
    const row = await this.services.db.selectFrom('parley.wave').selectAll().where('id', '=', waveId).executeTakeFirst();
    const conversation = await requireConversationOf(this.services.db, actor, row?.conversation_id, 'read');
    const [view] = row ? await waveViews(this.services, actor, conversation, [row]) : [];
    if (!view) throw notFound();
    return view;
  }
}
