import type { StreamEvent } from '@parley/client';
import { ProblemError } from '@parley/client';
import { scenes, wave as makeWave } from '../../test/fixtures.mjs';
import type { Wave } from '../api/types';
import { announcementFor } from './announcement';
import { applyIncrement, DraftTexts } from './draft-texts';
import { isNothing, markStale, nothingStale } from './stale-set';
import { keepStream, type StreamState } from './stream';

const event = (type: string, more: object = {}): Extract<StreamEvent, { kind: 'event' }> =>
  ({ kind: 'event', id: 'c1', data: { type, conversationId: 'cnv_1', seq: 1, at: '', ...more } }) as never;
const piece = (seq: number, offset: number, text: string) => ({ jobId: 'job_1', seq, offset, text, truncated: false, progress: null });

describe('live text', () => {
  it('grows by increments and ignores what it has', () => {
    const one = applyIncrement(undefined, piece(1, 0, 'Hello'));
    expect(one).toMatchObject({ text: 'Hello' });
    expect(applyIncrement(one as never, piece(2, 5, ' world'))).toMatchObject({ seq: 2, text: 'Hello world' });
    expect(applyIncrement(one as never, piece(1, 0, 'Hello'))).toBe('known');
  });
  it('overwrites from the offset on, and notices a hole', () => {
    expect(applyIncrement({ seq: 1, text: 'Hello', truncated: false, progress: null }, piece(2, 4, 'p!'))).toMatchObject({
      text: 'Hellp!',
    });
    expect(applyIncrement({ seq: 1, text: 'Hello', truncated: false, progress: null }, piece(3, 9, 'x'))).toBe('gap');
  });
  it('lets the stored and the streamed text meet, and tells only who shows it', () => {
    const texts = new DraftTexts();
    const heard = jest.fn();
    const other = jest.fn();
    texts.subscribe('job_1', heard);
    texts.subscribe('job_2', other);
    expect(texts.increment(piece(4, 20, 'late'))).toBe('gap');
    texts.fromWave('job_1', { seq: 3, text: 'a'.repeat(20), truncated: false });
    expect(texts.increment(piece(4, 20, 'late'))).toBe('applied');
    texts.fromWave('job_1', { seq: 3, text: 'old', truncated: false });
    expect(texts.get('job_1')?.text).toBe(`${'a'.repeat(20)}late`);
    expect(heard).toHaveBeenCalledTimes(2);
    expect(other).not.toHaveBeenCalled();
  });
});

describe('what an event makes stale', () => {
  it('collects each thing once', () => {
    const stale = nothingStale();
    expect(isNothing(stale)).toBe(true);
    for (let again = 0; again < 3; again += 1) markStale(stale, event('job.updated', { waveId: 'wav_1', jobId: 'job_1' }));
    markStale(stale, event('message.created', { messageId: 'msg_1' }));
    expect([...stale.waves]).toEqual([['wav_1', 'cnv_1']]);
    expect([...stale.messages]).toEqual([['msg_1', 'cnv_1']]);
    expect(stale.unsettled.size).toBe(0);
  });
  it('reads the queue again when waves come and go', () => {
    const stale = nothingStale();
    markStale(stale, event('wave.settled', { waveId: 'wav_1' }));
    expect([...stale.unsettled]).toEqual(['cnv_1']);
  });
  it('forgets a conversation that was deleted', () => {
    const stale = nothingStale();
    markStale(stale, event('conversation.deleted'));
    expect([...stale.gone]).toEqual(['cnv_1']);
    expect(stale.conversations.size).toBe(0);
  });
  it('reads everything after a reset', () => {
    const stale = nothingStale();
    markStale(stale, { kind: 'reset', data: { reason: 'gone' } });
    expect(stale.everything).toBe(true);
  });
});

describe('the stream', () => {
  const run = async (connections: ((after: string | undefined, emit: (event: StreamEvent) => void) => void)[]) => {
    const controller = new AbortController();
    const afters: (string | undefined)[] = [];
    const seen: StreamEvent[] = [];
    const states: StreamState[] = [];
    let turn = 0;
    await keepStream({
      signal: controller.signal,
      onEvent: (one) => seen.push(one),
      onState: (state) => states.push(state),
      wait: () => Promise.resolve(),
      client: {
        events: ({ after, onEvent }) => {
          afters.push(after);
          const connection = connections[turn++];
          if (connection === undefined) controller.abort();
          else connection(after, onEvent);
          return Promise.resolve();
        },
      },
    });
    return { afters, seen, states };
  };
  it('resumes behind the last event after a loss', async () => {
    const { afters, seen } = await run([
      (_, emit) => emit({ kind: 'ready', id: 'c0' }),
      (_, emit) => emit({ ...event('wave.updated'), id: 'c7' }),
    ]);
    expect(afters).toEqual([undefined, 'c0', 'c7']);
    expect(seen).toHaveLength(2);
  });
  it('starts anew when the server no longer accepts the cursor', async () => {
    const refuse = () => {
      throw new ProblemError({ code: 'cursor_invalid', detail: '', status: 400, title: '', type: '', errors: [], requestId: '' });
    };
    const { afters, seen } = await run([(_, emit) => emit({ kind: 'ready', id: 'c0' }), refuse]);
    expect(afters).toEqual([undefined, 'c0', undefined]);
    expect(seen.at(-1)).toMatchObject({ kind: 'reset' });
  });
  it('ends when the session has ended, and says when the connection is lost', async () => {
    const { states, afters } = await run([
      () => undefined,
      () => undefined,
      (_, emit) => emit({ kind: 'closing', data: { reason: 'rights_ended' } }),
    ]);
    expect(states).toEqual(['connecting', 'connecting', 'lost', 'open', 'ended']);
    expect(afters).toHaveLength(3);
  });
});

describe('what a listener hears', () => {
  const running = makeWave('w', 'cnv_1', 'msg_1');
  it('hears each moment once', () => {
    expect(announcementFor(undefined, running)).toBe('Direct: Verifier is answering now');
    expect(announcementFor(running, { ...running, usage: { ...running.usage, outputTokens: 4 } })).toBeNull();
    expect(
      announcementFor(running, { ...running, state: 'settled', outcome: 'complete', headline: { tone: 'good', text: 'Complete' } }),
    ).toBe('Direct: Complete');
  });
  it('does not hear old responses when a conversation opens', () => {
    expect(announcementFor(undefined, scenes.main?.waves[0] as Wave)).toBeNull();
  });
  it('hears what is waited for', () => {
    expect(announcementFor(running, scenes.gate?.waves[0] as Wave)).toBe('Direct: The repository changed since you pressed send');
  });
});
