import { chooseRepository, chooseResponders } from './choose';
import { parseOptions } from './options';

const host = { id: 'hst_0000000000000000000000000a', name: 'laptop', online: true };
const repository = (label: string, headSha = 'f'.repeat(40)) => ({
  id: `rep_${label.padEnd(20, '0')}`,
  label,
  branch: 'main',
  headSha,
  available: true,
  reason: null,
  hosts: [host],
  seenAt: '2026-01-01T00:00:00Z',
});
const runtime = (id: string, kind: 'api' | 'built_in' | 'scripted', ready = true) => ({
  ...{ id, name: id, kind, version: '1', ready, reason: ready ? null : 'no key', seenAt: '2026-01-01T00:00:00Z' },
  models: [{ id: `${id}-model`, name: id, contextTokens: null, efforts: [], inputUsdPerMillion: null, outputUsdPerMillion: null }],
  enforced: { level: 'built_in' as const, detail: '' },
  capabilities: { streaming: true, usage: true, interrupt: true, reconcile: true },
  hosts: [{ ...host, ready, reason: null }],
});
const profile = (name: string, role: 'lead' | 'skeptic' | 'verifier') => ({
  id: `prf_builtin_${role}`,
  name,
  role,
  lens: '',
  description: '',
  contractVersion: 1,
  builtIn: true,
});
const profiles = [profile('Lead', 'lead'), profile('Skeptic', 'skeptic'), profile('Verifier', 'verifier')];
const nowhere = '/';

test('Team takes the three built-in agents, Direct the Lead, a note nobody', () => {
  const ids = (policy: string): string[] =>
    chooseResponders(profiles, [runtime('evidence', 'built_in')], null, parseOptions(['--policy', policy, 'why'])).map(
      (one) => one.profileId,
    );
  expect(ids('team')).toEqual(['prf_builtin_lead', 'prf_builtin_skeptic', 'prf_builtin_verifier']);
  expect(ids('direct')).toEqual(['prf_builtin_lead']);
  expect(ids('note')).toEqual([]);
});

test('a real model is preferred to the built-in search, and that to a script; one that is not ready is never taken', () => {
  const chosen = (runtimes: ReturnType<typeof runtime>[]): string | undefined =>
    chooseResponders(profiles, runtimes, null, parseOptions(['--policy', 'direct', 'why']))[0]?.runtimeId;
  const [scripted, evidence, endpoint] = [runtime('scripted', 'scripted'), runtime('evidence', 'built_in'), runtime('endpoint', 'api')];
  expect(chosen([scripted, evidence, endpoint])).toBe('endpoint');
  expect(chosen([scripted, evidence, runtime('endpoint', 'api', false)])).toBe('evidence');
  expect(() => chosen([runtime('endpoint', 'api', false)])).toThrow(/endpoint: no key/);
});

test('named agents are found by name, and an unknown one is refused with the known ones', () => {
  const options = parseOptions(['--policy', 'panel', '--agent', 'lead', '--agent', 'Verifier', 'why']);
  expect(chooseResponders(profiles, [runtime('evidence', 'built_in')], null, options).map((one) => one.profileId)).toEqual([
    'prf_builtin_lead',
    'prf_builtin_verifier',
  ]);
  expect(() => chooseResponders(profiles, [], null, parseOptions(['--agent', 'Oracle', 'why']))).toThrow(
    /no agent Oracle \(there are Lead, Skeptic, Verifier\)/,
  );
});

test('a repository is chosen by its label; without one, only a single known repository is taken', () => {
  expect(chooseRepository([repository('shop'), repository('desk')], parseOptions(['--repo', 'desk', 'why']), nowhere)?.label).toBe('desk');
  expect(chooseRepository([repository('shop')], parseOptions(['why']), nowhere)?.label).toBe('shop');
  expect(chooseRepository([repository('shop'), repository('desk')], parseOptions(['why']), nowhere)).toBeNull();
  expect(() => chooseRepository([repository('shop')], parseOptions(['--repo', 'desk', 'why']), nowhere)).toThrow(/known: shop/);
});

test('wrong options are explained', () => {
  expect(() => parseOptions(['--policy', 'vote', 'why'])).toThrow(/--policy must be one of note, direct, panel, team/);
  expect(() => parseOptions([])).toThrow(/There is no question/);
  expect(() => parseOptions(['--nonsense', 'why'])).toThrow(/npm run ask/);
});
