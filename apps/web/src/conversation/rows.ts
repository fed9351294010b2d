import type { Message, Wave } from '../api/types';
import { dayKey, dayLabel } from '../ui/moments';

interface RowStart {
  key: string;
  /** The day that begins with this row. */
  day: string | null;
  /** Everything from here on is new to this person. */
  unread: boolean;
}
export type Row =
  | (RowStart & { kind: 'message'; message: Message; continued: boolean })
  | (RowStart & { kind: 'wave'; waveId: string; answers: Message[]; alone: boolean })
  | (RowStart & { kind: 'queue'; waveIds: string[] });

export interface RowsInput {
  messages: readonly Message[];
  wave: (id: string) => Wave | undefined;
  /** Unsettled waves of the conversation in order. */
  unsettled: readonly string[];
  /** Up to here this person had read when the conversation was opened. */
  readOrdinal: number;
  myId: string;
  now: Date;
}

const waitsInLine = (wave: Wave | undefined): boolean =>
  wave !== undefined && wave.state === 'queued' && wave.waitingFor?.kind === 'predecessor';
const continuesMs = 5 * 60_000;

const continues = (before: Message | undefined, now: Message): boolean =>
  before !== undefined &&
  before.waveId === null &&
  before.author.kind === 'person' &&
  now.author.kind === 'person' &&
  before.author.personId === now.author.personId &&
  now.replyTo === null &&
  dayKey(before.createdAt) === dayKey(now.createdAt) &&
  new Date(now.createdAt).getTime() - new Date(before.createdAt).getTime() < continuesMs;

/**
 * The rows of a transcript. A wave is one row behind its question, whatever else was said meanwhile; a follow-up that waits in line stands
 * at the end with the others that wait. A wave whose question is not loaded stands where its first loaded answer is, an unsettled one
 * without any at the top, so that its Stop can always be reached.
 */
export function buildRows({ messages, wave, unsettled, readOrdinal, myId, now }: RowsInput): Row[] {
  const rows: Row[] = [];
  const answersOf = new Map<string, Message[]>();
  const asked = new Set<string>();
  for (const message of messages) {
    if (message.waveId === null) continue;
    if (message.author.kind === 'agent') answersOf.set(message.waveId, [...(answersOf.get(message.waveId) ?? []), message]);
    else asked.add(message.waveId);
  }
  const waiting = unsettled.filter((id) => waitsInLine(wave(id)));
  const inLine = new Set(waiting);
  const placed = new Set<string>();
  const placeWave = (id: string, start: Pick<RowStart, 'day' | 'unread'>, alone: boolean): void => {
    placed.add(id);
    rows.push({ kind: 'wave', key: `wave:${id}`, waveId: id, answers: answersOf.get(id) ?? [], alone, ...start });
  };
  const none = { day: null, unread: false };

  for (const id of unsettled)
    if (!asked.has(id) && !answersOf.has(id) && !inLine.has(id) && wave(id) !== undefined) placeWave(id, none, true);

  let day = '';
  let unreadShown = readOrdinal === 0;
  let before: Message | undefined;
  for (const message of messages) {
    const isAnswer = message.author.kind === 'agent' && message.waveId !== null;
    if (isAnswer && message.waveId !== null && (asked.has(message.waveId) || placed.has(message.waveId))) continue;
    if (!isAnswer && message.waveId !== null && inLine.has(message.waveId)) continue;
    const key = dayKey(message.createdAt);
    const mine = message.author.kind === 'person' && message.author.personId === myId;
    const start = {
      day: key === day ? null : dayLabel(message.createdAt, now),
      unread: !unreadShown && !mine && message.ordinal > readOrdinal,
    };
    day = key;
    unreadShown ||= start.unread;
    if (isAnswer && message.waveId !== null) placeWave(message.waveId, start, true);
    else {
      rows.push({
        kind: 'message',
        key: message.id,
        message,
        continued: start.day === null && !start.unread && continues(before, message),
        ...start,
      });
      if (message.waveId !== null) placeWave(message.waveId, none, false);
    }
    before = message;
  }
  if (waiting.length > 0) rows.push({ kind: 'queue', key: 'queue', waveIds: waiting, ...none });
  return rows;
}
