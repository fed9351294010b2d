import type { Cursors } from '../database/cursors';
import type { LogEvent } from './log.repo';
import { cursorAt, type Position } from './position';

export const beat = ': beat\n\n';

/** One frame of a stream. JSON has no line break, so one data line is enough. */
export function frame(event: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The frame of an event of the log, the same for everyone who may see it. Its id is the cursor behind it. */
export function logFrame(cursors: Cursors, event: LogEvent): string {
  const data = { type: event.type, conversationId: event.conversationId, seq: event.seq, at: event.at.toISOString(), ...event.payload };
  return frame(event.type, data, cursorAt(cursors, event.position));
}

export const readyFrame = (cursors: Cursors, at: Position): string => frame('ready', {}, cursorAt(cursors, at));
