import type { Audience } from '../vocabulary';

/** Whether a change would show existing messages to someone who could not read them before. Narrowing is always possible. */
export function audienceWidens(from: Audience, to: Audience, createdBy: string): boolean {
  if (from.kind === 'workspace') return false;
  if (to.kind === 'workspace') return true;
  if (to.kind === 'private') return from.kind === 'people' && !from.personIds.includes(createdBy);
  const before = new Set(from.kind === 'people' ? from.personIds : [createdBy]);
  return to.personIds.some((id) => !before.has(id));
}
