import type { ErrorCode } from '../errors';
import type { AudienceKind, Role } from '../vocabulary';

/** Who asks. `scopes`: those of the API key used; absent for a session, which has all. */
export interface Actor {
  personId: string;
  role: Role;
  scopes?: readonly ('read' | 'write')[] | undefined;
}

export const accessActions = ['read', 'write', 'manage', 'delete'] as const;
/**
 * `read`: see, list, stream, count, export. `write`: send, reply, draft, stop and decide about waves.
 * `manage`: rename, archive, narrow the audience; for the workspace: invite, settings. `delete`: remove for good.
 */
export type AccessAction = (typeof accessActions)[number];

export interface ConversationAccess {
  kind: 'conversation';
  audience: AudienceKind;
  createdBy: string;
  memberIds: readonly string[];
}
export type AccessResource =
  | ConversationAccess
  /** A message inside a conversation; `authorId` is null for agents and the system. */
  | { kind: 'message'; authorId: string | null; conversation: ConversationAccess }
  /** Catalogue and people. */
  | { kind: 'workspace' }
  /** Something of one person: a draft, a read marker, an API key. */
  | { kind: 'personal'; ownerId: string };

/** What one may not see is `not_found`: a refusal must not prove that it exists. */
export type AccessDecision = { allowed: true } | { allowed: false; code: Extract<ErrorCode, 'not_found' | 'forbidden'>; detail: string };

/** The one access policy. Everything that is not allowed here is refused. */
export function decideAccess(actor: Actor, action: AccessAction, resource: AccessResource): AccessDecision {
  if (actor.role === 'host') return missing;
  if (!hasScope(actor, action)) return forbidden('This API key does not have the scope that this needs.');
  switch (resource.kind) {
    case 'conversation':
      return conversation(actor, action, resource);
    case 'message':
      return message(actor, action, resource);
    case 'workspace':
      return action === 'read' || isAdministrator(actor) ? allowed : forbidden('Only the owner or an administrator can do this.');
    case 'personal':
      return resource.ownerId === actor.personId ? allowed : missing;
  }
}

/** Whether the conversation is in this person's world at all. Being owner or administrator of the workspace opens nothing. */
export function canRead(actor: Actor, resource: ConversationAccess): boolean {
  return decideAccess(actor, 'read', resource).allowed;
}

export type ReadableKinds = { workspace: 'all' | 'member' | 'none'; people: 'member' | 'none'; private: 'creator' | 'none' };

/** The same policy as `decideAccess(…, 'read', …)`, in the form a query needs to list, count and stream. */
export function readableKinds(actor: Actor): ReadableKinds {
  if (actor.role === 'host' || !hasScope(actor, 'read')) return { workspace: 'none', people: 'none', private: 'none' };
  return { workspace: actor.role === 'guest' ? 'member' : 'all', people: 'member', private: 'creator' };
}

function conversation(actor: Actor, action: AccessAction, resource: ConversationAccess): AccessDecision {
  if (!seesConversation(actor, resource)) return missing;
  if (action === 'read' || action === 'write') return allowed;
  if (resource.createdBy === actor.personId) return allowed;
  // Administrators keep order where everyone can see; they still only reach what they can read.
  if (isAdministrator(actor)) return allowed;
  if (action === 'manage' && actor.role === 'member') return allowed;
  return forbidden(
    action === 'delete'
      ? 'Only the person who started this conversation, or an administrator in it, can delete it.'
      : 'You cannot change this conversation.',
  );
}

function message(actor: Actor, action: AccessAction, resource: Extract<AccessResource, { kind: 'message' }>): AccessDecision {
  if (!seesConversation(actor, resource.conversation)) return missing;
  if (action === 'read' || resource.authorId === actor.personId) return allowed;
  return forbidden('Only its author can do this with a message.');
}

function seesConversation(actor: Actor, resource: ConversationAccess): boolean {
  const kinds = readableKinds({ personId: actor.personId, role: actor.role });
  switch (resource.audience) {
    case 'private':
      return resource.createdBy === actor.personId;
    case 'people':
      return isMember(actor, resource);
    case 'workspace':
      return kinds.workspace === 'all' || (kinds.workspace === 'member' && isMember(actor, resource));
  }
}

const isMember = (actor: Actor, resource: ConversationAccess): boolean => resource.memberIds.includes(actor.personId);
const isAdministrator = (actor: Actor): boolean => actor.role === 'owner' || actor.role === 'admin';
const hasScope = (actor: Actor, action: AccessAction): boolean =>
  actor.scopes === undefined || actor.scopes.includes(action === 'read' ? 'read' : 'write');
const allowed: AccessDecision = { allowed: true };
const missing: AccessDecision = { allowed: false, code: 'not_found', detail: 'There is nothing here, or you may not see it.' };
const forbidden = (detail: string): AccessDecision => ({ allowed: false, code: 'forbidden', detail });
