/** Small things this browser remembers. Storage can be refused or full; then the thing is simply not remembered. */
const nameOf = (key: string): string => `parley.${key}`;

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(nameOf(key));
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(nameOf(key));
    else window.localStorage.setItem(nameOf(key), value);
  } catch {
    return;
  }
}

export function readStoredJson<T>(key: string): T | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export const writeStoredJson = (key: string, value: unknown): void => writeStored(key, value === null ? null : JSON.stringify(value));
