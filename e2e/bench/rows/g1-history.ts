import { newConversation } from '../../src/wave';
import type { Bench } from '../bench';
import { count, type Line } from '../compare';
import { answerAtLength, withConcern } from '../model';
import { noteOf1KiB } from './b3-append';
import { randomUUID } from 'node:crypto';
import { question, waveIdOf, watchWaves } from '../waves';

const notes = 20;
const answerBytes = 4 * 1024;

/** What Temporal keeps of a Team wave that corrects: events and bytes, against the bytes of its prompts and answers. */
export async function historySize({ stack, http, model, temporal }: Bench): Promise<Line[]> {
  const watch = await watchWaves(stack.client);
  const conversationId = await newConversation(stack.client, 'history');
  const path = `/v1/conversations/${conversationId}/messages`;
  for (let i = 0; i < notes; i += 1)
    await http.send('POST', path, JSON.stringify({ clientMessageId: randomUUID(), body: noteOf1KiB, policy: 'note' }));
  answerAtLength(answerBytes);
  const before = model.bytes;
  const waveId = waveIdOf(await http.send('POST', path, question({ policy: 'team', body: `Which option should we take? ${withConcern}` })));
  await watch.settled(waveId);
  await watch.close();
  const handle = temporal.workflow.getHandle(`wave/${waveId}`);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const bytes = Number((await handle.describe()).raw.workflowExecutionInfo?.historySizeBytes ?? 0);
  const words = model.bytes - before;
  const note = `${bytes} bytes of history for ${words} bytes of prompts and answers; a conversation of ${notes} notes of 1 KiB, answers of ${answerBytes / 1024} KiB`;
  const of = { row: 'G1', what: 'history of a Team wave that corrects' };
  return [
    count({ ...of, measure: 'bytes ÷ words', values: [bytes / words], atMost: 0.1, note }),
    count({ ...of, measure: 'events', values: [events?.length ?? NaN], atMost: 79 }),
    count({ ...of, measure: 'KiB', values: [bytes / 1024], atMost: 16 }),
  ];
}
