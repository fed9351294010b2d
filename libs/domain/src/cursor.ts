import { fromBase64Url, toBase64Url } from './base64url';
import { canonicalJson } from './canonical-json';
import { ParleyError } from './errors';

/** A keyed hash as text without dots, e.g. HMAC-SHA-256 in hex with `workspace.cursor_key`. */
export type Hmac = (text: string) => string;
export type CursorKey = readonly (string | number)[];

/**
 * What a cursor belongs to: the kind of list, and whose (a person id, a conversation id, or both joined).
 * A cursor is refused for any other list, so that it never carries a position from what one may see to what one may not.
 */
export interface CursorScope {
  kind: string;
  scope: string;
}

const version = 1;

/** `<base64url payload>.<hmac>`; the payload is `[version, kind, scope, key]`. */
export function encodeCursor(of: CursorScope, key: CursorKey, hmac: Hmac): string {
  const payload = toBase64Url(canonicalJson([version, of.kind, of.scope, key]));
  return `${payload}.${hmac(payload)}`;
}

/** The key that was encoded. @throws ParleyError `cursor_invalid` when damaged, forged or of another list. */
export function decodeCursor(text: string, of: CursorScope, hmac: Hmac): CursorKey {
  const dot = text.indexOf('.');
  const payload = text.slice(0, Math.max(dot, 0));
  if (dot < 1 || !sameText(hmac(payload), text.slice(dot + 1))) throw invalid();
  const parsed = readJson(fromBase64Url(payload));
  if (!Array.isArray(parsed) || parsed[0] !== version || parsed[1] !== of.kind || parsed[2] !== of.scope) throw invalid();
  const key: unknown = parsed[3];
  if (!Array.isArray(key) || !key.every((part) => typeof part === 'string' || typeof part === 'number')) throw invalid();
  return key;
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const invalid = (): ParleyError => new ParleyError('cursor_invalid', 'This cursor cannot be used here. Read the list from its beginning.');

/** Constant time for equal lengths: the comparison must not tell how many leading characters were right. */
function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
