/** A new id made by this client: the same id is answered like the first time, so a lost answer can be repeated safely. */
export function newClientId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `${prefix}-${Date.now().toString(36)}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
