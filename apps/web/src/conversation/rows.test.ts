import { ana, at, me, message, scenes, wave } from '../../test/fixtures.mjs';
import { mergeMessages, prependMessages } from '../api/message-list';
import type { Message, Wave } from '../api/types';
import { buildRows, type Row } from './rows';

const cid = 'cnv_test000000';
const say = (ordinal: number, author = me, change: Partial<Message> = {}): Message =>
  message(`m${ordinal}`, cid, ordinal, author, `text ${ordinal}`, { createdAt: at(10_000 - ordinal), ...change });
const rowsOf = (messages: Message[], waves: Wave[] = [], readOrdinal = 99): Row[] =>
  buildRows({
    messages,
    wave: (id) => waves.find((one) => one.id === id),
    unsettled: waves.filter(({ state }) => state !== 'settled').map(({ id }) => id),
    readOrdinal,
    myId: me.id,
    now: new Date(),
  });
const shape = (rows: Row[]): string[] =>
  rows.map((row) =>
    row.kind === 'message'
      ? `message ${row.message.ordinal}`
      : row.kind === 'wave'
        ? `wave ${row.answers.map(({ ordinal }) => ordinal).join('+')}`
        : `queue ${row.waveIds.length}`,
  );

describe('the rows of a transcript', () => {
  it('puts a wave behind its question, whatever was said meanwhile, and what waits at the end', () => {
    const { messages, waves } = scenes.main as NonNullable<typeof scenes.main>;
    const meanwhile = message('meanwhile', messages[0]?.conversationId ?? '', 6, ana, 'By the way');
    expect(shape(rowsOf([...messages, meanwhile], waves))).toEqual(['message 1', 'wave 2+3', 'message 4', 'wave ', 'message 6', 'queue 1']);
  });
  it('begins each day with its name', () => {
    const rows = rowsOf([
      say(1, me, { createdAt: at(3 * 86_400) }),
      say(2, me, { createdAt: at(3 * 86_400 - 5) }),
      say(3, me, { createdAt: at(1) }),
    ]);
    expect(rows.map(({ day }) => day !== null)).toEqual([true, false, true]);
    expect(rows[2]?.day).toBe('Today');
  });
  it('draws one line before the first unread message of somebody else', () => {
    const rows = rowsOf([say(1, ana), say(2, me), say(3, ana), say(4, ana)], [], 1);
    expect(rows.map(({ unread }) => unread)).toEqual([false, false, true, false]);
  });
  it('draws no line in a conversation that was never opened before', () => {
    expect(rowsOf([say(1, ana)], [], 0).some(({ unread }) => unread)).toBe(false);
  });
  it('joins what one person says in a row', () => {
    const rows = rowsOf([say(1), say(2), say(3, ana), say(4, ana, { replyTo: 'msg_1' })]);
    expect(rows.map((row) => row.kind === 'message' && row.continued)).toEqual([false, true, false, false]);
  });
  it('keeps an unsettled wave in reach when its question is not loaded', () => {
    const rows = rowsOf([say(80)], [wave('far', cid, 'msg_far00000000')]);
    expect(shape(rows)).toEqual(['wave ', 'message 80']);
    expect(rows[0]).toMatchObject({ alone: true });
  });
});

describe('the loaded part of a transcript', () => {
  const list = { items: [say(5), say(6)], before: 'c5', prepends: 0 };
  it('puts new messages in order, and replaces changed ones', () => {
    const merged = mergeMessages(list, [say(8), say(7), { ...say(6), body: null, status: 'tombstone' }]);
    expect(merged.items.map(({ ordinal, body }) => [ordinal, body])).toEqual([
      [5, 'text 5'],
      [6, null],
      [7, 'text 7'],
      [8, 'text 8'],
    ]);
  });
  it('leaves out what is older than the loaded part', () => {
    expect(mergeMessages(list, [say(2)])).toBe(list);
  });
  it('counts how often older messages came in front', () => {
    const next = prependMessages(list, { items: [say(3), say(4), say(5)], before: null });
    expect(next.items.map(({ ordinal }) => ordinal)).toEqual([3, 4, 5, 6]);
    expect(next).toMatchObject({ before: null, prepends: 1 });
  });
});
