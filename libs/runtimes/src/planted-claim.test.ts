import { type ConcernRecord, decideConcerns } from '@parley/domain';
import { extractCitations, parseCorrection, parseReview } from '@parley/prompts';
import { scriptedProviderPath } from '@parley/testing';
import { fixtureRepository, turnInput } from './conformance';
import { createRuntimes } from './create-runtimes';
import type { AgentRuntime, TurnInput } from './port';
import { resolveInside } from './repository-files';

const root = { repositoryId: 'rep_0000000000000', label: 'ferry', path: fixtureRepository() };
const runtimes = createRuntimes({ environment: process.env, scriptedProvider: { script: scriptedProviderPath } });
const runtime = (id: string): AgentRuntime => runtimes.find((one) => one.id === id) as AgentRuntime;
const models = { scripted: 'scripted-fast', evidence: 'evidence-1' } as const;

const planted = [
  'Raise the limit only with care.',
  'A conversation holds at most 80 unsettled waves, and there are no tests for `enqueueWave`.',
  'The grace `killGraceMs` is 9 seconds.',
  'The check stands in `enqueueWave` (`src/queue/enqueue-wave.ts:5`).',
];
const question = `May we raise the limit? [[script:${JSON.stringify({ lead: { text: planted.join(' ') } })}]]`;

async function output(id: 'scripted' | 'evidence', over: Partial<TurnInput['assignment']>): Promise<string> {
  const input = turnInput(id, models[id], { question, ...over }, { roots: [root] });
  const result = await runtime(id).send(
    input,
    async () => undefined,
    () => undefined,
  );
  if (result.status !== 'completed') throw new Error(JSON.stringify(result));
  return result.output;
}

/** A review as the API keeps it: parsed, its citations checked as a host does, judged by the domain. */
async function concernsOf(
  profileRole: 'skeptic' | 'verifier',
  target: { messageId: string; text: string },
  earlier: ConcernRecord[],
): Promise<ConcernRecord[]> {
  const text = await output('evidence', { role: 'review', profileRole, target });
  const review = parseReview(text, ['ferry']);
  if (!review.ok) throw new Error(review.issues.join('; '));
  const checked = extractCitations(text, ['ferry']).map(({ path, line, endLine, root: label }) => ({
    root: label,
    path,
    line,
    endLine,
    valid: resolveInside(root.path, path) !== undefined,
  }));
  let count = earlier.length;
  return decideConcerns({
    review: review.value,
    targetText: target.text,
    checked,
    visibleMessageIds: [target.messageId],
    earlier,
    nextId: () => `con_000000000000${count++}`,
  });
}

describe('a scripted Lead with planted false claims', () => {
  let target: { messageId: string; text: string };
  let concerns: ConcernRecord[];
  beforeAll(async () => {
    target = { messageId: 'msg_0000000000000', text: await output('scripted', {}) };
    const skeptic = await concernsOf('skeptic', target, []);
    concerns = [...skeptic, ...(await concernsOf('verifier', target, skeptic))];
  });

  it('gets eligible concerns of both evidence reviewers, none twice, none for what is true', () => {
    expect(
      concerns.map(({ targetClaim, severity, eligible, claimFound, redundantOf }) => ({
        targetClaim,
        severity,
        eligible,
        claimFound,
        redundantOf,
      })),
    ).toEqual([
      { targetClaim: 'there are no tests for `enqueueWave`.', severity: 'blocking', eligible: true, claimFound: true, redundantOf: null },
      {
        targetClaim: 'A conversation holds at most 80 unsettled waves',
        severity: 'material',
        eligible: true,
        claimFound: true,
        redundantOf: null,
      },
      { targetClaim: planted[2], severity: 'material', eligible: true, claimFound: true, redundantOf: null },
    ]);
  });

  it.each(['evidence', 'scripted'] as const)('is corrected by the %s runtime', async (id) => {
    const asked = concerns.map(({ id: concernId, targetClaim, category, severity, reason, evidence, suggestedResolution }) => ({
      id: concernId,
      targetClaim,
      category,
      severity,
      reason,
      evidence,
      suggestedResolution,
    }));
    const correction = parseCorrection(await output(id, { role: 'correct', target, concerns: asked }));
    if (!correction.ok) throw new Error(correction.issues.join('; '));
    const { outcome, body, resolutions } = correction.value;
    expect(outcome).toBe('revised');
    expect(resolutions.map((one) => [one.concernId, one.outcome])).toEqual(concerns.map((one) => [one.id, 'revised']));
    expect(body).toContain(
      'A conversation holds at most 8 unsettled waves (`src/limits.ts:5`), and `enqueueWave` has tests: see `src/queue/enqueue-wave.test.ts:1`.',
    );
    expect(body).toContain('The grace `killGraceMs` is 3 seconds (`src/limits.ts:6`).');
    expect(body).toContain(planted[3]);
    expect(body).not.toContain('9 seconds');
  });
});
