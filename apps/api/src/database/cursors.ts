import { createHmac } from 'node:crypto';
import { type CursorKey, type CursorScope, decodeCursor, encodeCursor, type Hmac } from '@parley/domain';
import type { Reader } from './database';

/** Makes and reads the signed cursors of this workspace. The key is read once per process: it never changes. */
export interface Cursors {
  encode(of: CursorScope, key: CursorKey): string;
  /** @throws ParleyError `cursor_invalid` */
  decode(text: string, of: CursorScope): CursorKey;
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
  const { cursor_key: secret } = await reader.selectFrom('parley.workspace').select('cursor_key').executeTakeFirstOrThrow();
  const hmac: Hmac = (text) => createHmac('sha256', secret).update(text).digest('base64url');
  return { encode: (of, key) => encodeCursor(of, key, hmac), decode: (text, of) => decodeCursor(text, of, hmac) };
}
