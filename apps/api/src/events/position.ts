import type { CursorKey, CursorScope } from '@parley/domain';
import type { Cursors } from '../database/cursors';

/** A place in the merged log of all conversations: behind the event with this key. Transaction ids are longer than a number can be. */
export interface Position {
  xid: bigint;
  conversationId: string;
  seq: number;
}

/** Behind everything of earlier transactions, before everything of this one and later ones. */
export const before = (xid: bigint): Position => ({ xid, conversationId: '', seq: 0 });

export function isBehind(a: Position, b: Position): boolean {
  if (a.xid !== b.xid) return a.xid < b.xid;
  if (a.conversationId !== b.conversationId) return a.conversationId < b.conversationId;
  return a.seq < b.seq;
}

const scope: CursorScope = { kind: 'events', scope: 'log' };

export const cursorAt = (cursors: Cursors, at: Position): string =>
  cursors.encode(scope, [String(at.xid), at.conversationId, at.seq, ...(cursors.life === 0 ? [] : [cursors.life])]);

/** Null for a place in the log of another life of the database, before it was restored. @throws ParleyError `cursor_invalid` */
export function positionOf(cursors: Cursors, cursor: string): Position | null {
  const [xid, conversationId, seq, life = 0] = cursors.decode(cursor, scope) as CursorKey & [string, string, number, number?];
  return life === cursors.life ? { xid: BigInt(xid), conversationId, seq } : null;
}
