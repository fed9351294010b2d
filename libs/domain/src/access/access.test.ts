import { audienceKinds, roles } from '../vocabulary';
import { accessActions, type Actor, type ConversationAccess, decideAccess, readableKinds } from './decide-access';
import { audienceWidens } from './widens';

const conversation = (change: Partial<ConversationAccess> = {}): ConversationAccess => ({
  kind: 'conversation',
  audience: 'workspace',
  createdBy: 'per_ana',
  memberIds: [],
  ...change,
});
const answers = (actor: Actor, resource: Parameters<typeof decideAccess>[2]): string =>
  accessActions
    .map((action) => {
      const decision = decideAccess(actor, action, resource);
      return decision.allowed ? 'y' : decision.code === 'forbidden' ? 'f' : '.';
    })
    .join('');

describe('access to a conversation: read, write, manage, delete', () => {
  const table = (resource: ConversationAccess): string[] =>
    roles.map((role) => `${answers({ personId: 'per_b', role }, resource)} ${role}`);

  test("for the workspace is everyone's but a guest's", () => {
    expect(table(conversation())).toEqual(['yyyy owner', 'yyyy admin', 'yyyf member', '.... guest', 'yyff service', '.... host']);
  });
  test("for people is its members' only, guests among them", () => {
    expect(table(conversation({ audience: 'people', memberIds: ['per_ana'] }))).toEqual([
      '.... owner',
      '.... admin',
      '.... member',
      '.... guest',
      '.... service',
      '.... host',
    ]);
    expect(table(conversation({ audience: 'people', memberIds: ['per_ana', 'per_b'] }))).toEqual([
      'yyyy owner',
      'yyyy admin',
      'yyyf member',
      'yyff guest',
      'yyff service',
      '.... host',
    ]);
  });
  test("that is private is its creator's only, and no office opens it", () => {
    expect(table(conversation({ audience: 'private', memberIds: ['per_b'] }))).toEqual([
      '.... owner',
      '.... admin',
      '.... member',
      '.... guest',
      '.... service',
      '.... host',
    ]);
    expect(answers({ personId: 'per_ana', role: 'guest' }, conversation({ audience: 'private' }))).toBe('yyyy');
  });
  test('for the workspace is open to a guest who is named', () => {
    expect(answers({ personId: 'per_b', role: 'guest' }, conversation({ memberIds: ['per_b'] }))).toBe('yyff');
  });
  test('with an API key goes as far as its scopes', () => {
    expect(answers({ personId: 'per_ana', role: 'owner', scopes: ['read'] }, conversation())).toBe('yfff');
    expect(answers({ personId: 'per_ana', role: 'owner', scopes: ['write'] }, conversation())).toBe('fyyy');
    expect(answers({ personId: 'per_ana', role: 'owner', scopes: [] }, conversation())).toBe('ffff');
  });
  test('is said the same way to queries: what may be listed is what may be read', () => {
    for (const role of roles) {
      for (const scopes of [undefined, ['read'] as const, ['write'] as const]) {
        const actor: Actor = { personId: 'per_b', role, scopes };
        const kinds = readableKinds(actor);
        for (const audience of audienceKinds) {
          for (const createdBy of ['per_b', 'per_ana']) {
            for (const memberIds of [[], ['per_b']]) {
              const rule = kinds[audience];
              const listed = rule === 'all' || (rule === 'member' && memberIds.length > 0) || (rule === 'creator' && createdBy === 'per_b');
              expect(decideAccess(actor, 'read', conversation({ audience, createdBy, memberIds })).allowed).toBe(listed);
            }
          }
        }
      }
    }
  });
});

describe('access to other things', () => {
  test('a message is changed by its author only, and hidden with its conversation', () => {
    const message = { kind: 'message' as const, authorId: 'per_b', conversation: conversation() };
    expect(answers({ personId: 'per_b', role: 'member' }, message)).toBe('yyyy');
    expect(answers({ personId: 'per_c', role: 'owner' }, message)).toBe('yfff');
    expect(answers({ personId: 'per_c', role: 'owner' }, { ...message, authorId: null })).toBe('yfff');
    expect(answers({ personId: 'per_c', role: 'owner' }, { ...message, conversation: conversation({ audience: 'private' }) })).toBe('....');
  });
  test('the workspace is read by its people and changed by owner and administrators', () => {
    expect(roles.map((role) => answers({ personId: 'per_b', role }, { kind: 'workspace' }))).toEqual([
      'yyyy',
      'yyyy',
      'yfff',
      'yfff',
      'yfff',
      '....',
    ]);
  });
  test("what is personal is nobody else's, not even to know of", () => {
    expect(answers({ personId: 'per_b', role: 'owner' }, { kind: 'personal', ownerId: 'per_ana' })).toBe('....');
    expect(answers({ personId: 'per_ana', role: 'guest' }, { kind: 'personal', ownerId: 'per_ana' })).toBe('yyyy');
  });
});

describe('audienceWidens', () => {
  const people = (...personIds: string[]): { kind: 'people'; personIds: string[] } => ({ kind: 'people', personIds });
  test.each([
    [{ kind: 'workspace' as const }, people('per_b'), false],
    [{ kind: 'workspace' as const }, { kind: 'private' as const }, false],
    [people('per_ana', 'per_b'), people('per_b'), false],
    [people('per_ana', 'per_b'), people('per_b', 'per_c'), true],
    [people('per_ana'), { kind: 'private' as const }, false],
    [people('per_b'), { kind: 'private' as const }, true],
    [people('per_ana'), { kind: 'workspace' as const }, true],
    [{ kind: 'private' as const }, people('per_ana'), false],
    [{ kind: 'private' as const }, people('per_ana', 'per_b'), true],
    [{ kind: 'private' as const }, { kind: 'workspace' as const }, true],
    [{ kind: 'private' as const }, { kind: 'private' as const }, false],
  ])('from %j to %j: %s', (from, to, widens) => {
    expect(audienceWidens(from, to, 'per_ana')).toBe(widens);
  });
});
