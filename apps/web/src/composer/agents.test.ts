import { profiles, runtimes } from '../../test/fixtures.mjs';
import type { Profile, Runtime } from '../api/types';
import { agentsFor, agentTrouble, type Catalogue, firstChoice, withMentioned } from './agents';

const catalogue: Catalogue = { profiles: profiles as Profile[], runtimes: runtimes as Runtime[], participants: [] };
const names = (policy: 'note' | 'direct' | 'panel' | 'team', current = agentsFor('direct', [], catalogue, () => null)) =>
  agentsFor(policy, current, catalogue, () => null).map(({ name }) => name);

describe('who answers', () => {
  it('starts each mode with its roster', () => {
    expect(names('direct', [])).toEqual(['Lead']);
    expect(names('panel', [])).toEqual(['Lead', 'Skeptic', 'Verifier']);
    expect(names('team')).toEqual(['Lead', 'Skeptic', 'Verifier']);
  });
  it('keeps what was chosen when the mode changes', () => {
    const team = agentsFor('team', [], catalogue, () => null).map((agent) =>
      agent.role === 'lead' ? { ...agent, runtimeId: 'evidence', modelId: 'evidence' } : agent,
    );
    expect(agentsFor('direct', team, catalogue, () => null)[0]).toMatchObject({ name: 'Lead', runtimeId: 'evidence' });
  });
  it('takes the choice of this conversation, then the remembered one, then the first that is ready', () => {
    const remembered = { runtimeId: 'claude', modelId: 'opus-5', effort: null };
    const participant = { profileId: 'prf_builtin_lead', runtimeId: 'codex', modelId: 'gpt-5.5', effort: 'low' };
    expect(firstChoice('prf_builtin_lead', { ...catalogue, participants: [participant as never] }, remembered)).toEqual({
      runtimeId: 'codex',
      modelId: 'gpt-5.5',
      effort: 'low',
    });
    expect(firstChoice('prf_builtin_lead', catalogue, remembered)).toEqual(remembered);
    expect(firstChoice('prf_builtin_lead', catalogue, { ...remembered, modelId: 'gone' })).toMatchObject({ runtimeId: 'codex' });
    expect(firstChoice('prf_builtin_lead', { ...catalogue, runtimes: [] }, null)).toBeNull();
  });
  it('lets a mentioned agent answer a note, replace in Direct, join in a Panel', () => {
    const [lead, skeptic, verifier] = agentsFor('team', [], catalogue, () => null);
    if (lead === undefined || skeptic === undefined || verifier === undefined) throw new Error('roster');
    expect(withMentioned('note', [], skeptic)).toEqual({ policy: 'direct', agents: [skeptic] });
    expect(withMentioned('direct', [lead], skeptic).agents).toEqual([skeptic]);
    expect(withMentioned('panel', [lead, skeptic], verifier).agents).toHaveLength(3);
    expect(withMentioned('panel', [lead, skeptic], skeptic).agents).toHaveLength(2);
  });
  it('names what an agent lacks', () => {
    const [lead] = agentsFor('direct', [], catalogue, () => null);
    if (lead === undefined) throw new Error('roster');
    expect(agentTrouble(lead, catalogue.runtimes)).toBeNull();
    expect(agentTrouble({ ...lead, runtimeId: 'grok', modelId: 'grok-4.5' }, catalogue.runtimes)).toBe(
      'The program grok is not installed on laptop-ana.',
    );
    expect(agentTrouble({ ...lead, runtimeId: '' }, [])).toContain('No host');
  });
});
