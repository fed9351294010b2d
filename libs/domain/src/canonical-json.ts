/** A value that JSON can carry. `undefined` members are left out, as JSON.stringify does. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** JSON with sorted keys and no spaces: equal values give equal text, whatever order they were built in. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('canonical JSON has no such number');
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    // Code unit order, not locale order: the same on every machine.
    .sort((a, b) => (a < b ? -1 : 1))
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

// Array.isArray does not narrow a readonly array out of a union.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
