import { createHmac } from 'node:crypto';
import { type CursorKey, type CursorScope, decodeCursor, encodeCursor, type Hmac } from '@parley/domain';
import type { Reader } from './database';

/** Makes and reads the signed cursors of this workspace. What they depend on is read once per process: it never changes while one runs. */
export interface Cursors {
  encode(of: CursorScope, key: CursorKey): string;
  /** @throws ParleyError `cursor_invalid` */
  decode(text: string, of: CursorScope): CursorKey;
  /** When this database was restored from a backup, in milliseconds since 1970; 0: never. Positions in the event log from before mean nothing any more. */
  readonly life: number;
}

const known = new WeakMap<object, Promise<Cursors>>();

export function cursorsOf(reader: Reader): Promise<Cursors> {
  const found = known.get(reader);
  if (found) return found;
  const loading = load(reader);
  known.set(reader, loading);
  // A failure (the database is away) is not kept.
  loading.catch(() => known.delete(reader));
  return loading;
}

async function load(reader: Reader): Promise<Cursors> {
  const { cursor_key: secret, restored_at: restored } = await reader
    .selectFrom('parley.workspace')
    .select(['cursor_key', 'restored_at'])
    .executeTakeFirstOrThrow();
  const hmac: Hmac = (text) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    encode: (of, key) => encodeCursor(of, key, hmac),
    decode: (text, of) => decodeCursor(text, of, hmac),
    life: restored?.getTime() ?? 0,
  };
}
