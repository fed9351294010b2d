import { roles } from '@parley/domain';
import { z } from 'zod';
import { ApiKeyId, ClientId, Instant, InvitationId, Label, PersonId } from './scalars';

export const Person = z.object({ id: PersonId, name: z.string(), email: z.string(), role: z.enum(roles), createdAt: Instant });
export const PersonRef = z.object({ id: PersonId, name: z.string(), role: z.enum(roles) });
export const Setup = z.object({
  workspaceName: z.string(),
  needsOwner: z.boolean(),
  methods: z.array(z.enum(['password', 'local_link', 'invitation'])),
});
export const Session = z.object({ person: Person, workspaceName: z.string(), temporalUiUrl: z.string().nullable() });

const Email = z
  .email()
  .max(254)
  .transform((e) => e.toLowerCase());
const Password = z.string().min(10, 'must have at least 10 characters').max(128);
/** `invitation` is needed by everyone but the first person of an empty installation. */
export const SignUp = z.strictObject({ name: Label, email: Email, password: Password, invitation: z.string().max(256).optional() });
export const SignIn = z.strictObject({ email: Email, password: z.string().min(1).max(128) });
/** The one-time token of the link that `npm start` prints; it arrives in the fragment, never in a query string. */
export const LocalLink = z.strictObject({ token: z.string().min(20).max(256) });

export const invitationRoles = ['admin', 'member', 'guest'] as const;
export const CreateInvitation = z.strictObject({ clientId: ClientId, email: Email, role: z.enum(invitationRoles).default('member') });
/** `token` is shown once, in the answer that creates it. */
export const Invitation = z.object({
  id: InvitationId,
  email: z.string(),
  role: z.enum(invitationRoles),
  token: z.string().nullable(),
  expiresAt: Instant,
  acceptedAt: Instant.nullable(),
});

export const apiScopes = ['read', 'write'] as const;
export const CreateApiKey = z.strictObject({
  clientId: ClientId,
  name: Label,
  scopes: z.array(z.enum(apiScopes)).min(1).default(['read', 'write']),
});
export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export const ApiKeyCreated = ApiKey.extend({ key: z.string() });
