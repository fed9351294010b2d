import type { Message } from './types';

/** The loaded part of a transcript: without gaps, oldest first. `before` reads the page before it; null at the first message. */
export interface MessageList {
  items: Message[];
  before: string | null;
  /** How often older messages were put in front: the list on the screen keeps its place when this grows. */
  prepends: number;
}

const byOrdinal = (a: Message, b: Message): number => a.ordinal - b.ordinal;

/** New and changed messages take their place by ordinal; a message older than the loaded part stays out, its page brings it. */
export function mergeMessages(list: MessageList, incoming: readonly Message[]): MessageList {
  const first = list.items[0]?.ordinal ?? 0;
  const wanted = incoming.filter((message) => list.before === null || message.ordinal >= first);
  if (wanted.length === 0) return list;
  const byId = new Map(list.items.map((message) => [message.id, message]));
  for (const message of wanted) byId.set(message.id, message);
  return { ...list, items: [...byId.values()].sort(byOrdinal) };
}

export function prependMessages(list: MessageList, page: { items: readonly Message[]; before: string | null }): MessageList {
  const known = new Set(list.items.map((message) => message.id));
  const older = page.items.filter((message) => !known.has(message.id)).sort(byOrdinal);
  return { items: [...older, ...list.items], before: page.before, prepends: list.prepends + (older.length > 0 ? 1 : 0) };
}

/** True when the newest page does not touch what is loaded: then only the page is kept, so that no gap is hidden. */
export const leavesGap = (list: MessageList, page: readonly Message[]): boolean => {
  const last = list.items.at(-1);
  const first = page[0];
  return last !== undefined && first !== undefined && first.ordinal > last.ordinal + 1;
};
