import { parseCorrection } from '@parley/prompts';
import { fixtureRepository } from '../../conformance';
import { composeCorrection, type EligibleConcern } from './correct';
import { openRepository, type Repository } from './repository';
import { composeReview } from './review';

let repositories: Repository[];
beforeAll(async () => {
  repositories = [(await openRepository({ label: 'ferry', path: fixtureRepository() })) as Repository];
});

const concern = (over: Partial<EligibleConcern>): EligibleConcern => ({
  id: 'con_0000000000001',
  targetClaim: '',
  reason: 'It may be wrong.',
  evidence: 'None.',
  suggestedResolution: 'Say less.',
  ...over,
});
const correct = async (text: string, concerns: EligibleConcern[]) => {
  const parsed = parseCorrection(JSON.stringify(await composeCorrection(repositories, { text }, concerns)));
  if (!parsed.ok) throw new Error(parsed.issues.join('; '));
  return parsed.value;
};

const answer =
  'A full queue refuses at once.\n\n- The grace `killGraceMs` is 5000 ms, so a stop is quick.\n- There are no tests for `enqueueWave`.\n- The function `dequeueWave` stands in `src/queue/dequeue-wave.ts:12`.\n\nNext step: raise the limit.';

describe('a correction of the evidence search', () => {
  it('fixes what its own reviewers found in an answer of somebody else, and leaves the rest letter by letter', async () => {
    const target = { messageId: 'msg_0000000000000', text: answer };
    const reviews = await Promise.all((['skeptic', 'verifier'] as const).map((lens) => composeReview(repositories, target, lens, [])));
    const concerns = reviews
      .flatMap((review) => review.concerns)
      .map((one, index): EligibleConcern => ({
        id: `con_000000000000${index}`,
        targetClaim: one.targetClaim,
        reason: one.reason,
        evidence: one.evidence,
        suggestedResolution: one.suggestedResolution,
      }));
    expect(concerns).toHaveLength(3);
    const { outcome, body, resolutions } = await correct(answer, concerns);
    expect(outcome).toBe('revised');
    expect(resolutions.map((one) => [one.concernId, one.outcome])).toEqual(concerns.map((one) => [one.id, 'revised']));
    expect(body).toBe(
      'A full queue refuses at once.\n\n- The grace `killGraceMs` is 3000 ms (`src/limits.ts:6`), so a stop is quick.\n- `enqueueWave` has tests: see `src/queue/enqueue-wave.test.ts:1`.\n' +
        '- ~~The function `dequeueWave` stands in `src/queue/dequeue-wave.ts:12`.~~ (struck: The cited file `src/queue/dequeue-wave.ts` does not exist in the mentioned repository)\n\nNext step: raise the limit.\n\n' +
        '*3 statements were corrected against the files by a program; no model wrote the correction.*',
    );
    expect((await composeReview(repositories, { ...target, text: body ?? '' }, 'skeptic', [])).concerns).toEqual([]);
  });

  it('leaves open what files cannot settle, and keeps the objection in the answer', async () => {
    const { outcome, body, resolutions } = await correct(answer, [
      concern({
        targetClaim: 'A full queue refuses at once.',
        reason: 'A caller may want to wait.',
        evidence: 'See `src/queue/enqueue-wave.ts:5`.',
      }),
    ]);
    expect(outcome).toBe('acknowledged_unresolved');
    expect(resolutions[0]?.outcome).toBe('acknowledged_unresolved');
    expect(body).toContain(
      '**Open objections**\n\n- “A full queue refuses at once.”: A caller may want to wait. Its evidence: `src/queue/enqueue-wave.ts:5`.',
    );
  });

  it('defends a statement against evidence that does not exist, and one that the answer does not make', async () => {
    const { outcome, body } = await correct(answer, [
      concern({ targetClaim: 'A full queue refuses at once.', evidence: 'See `src/queue/wait.ts:5`.' }),
      concern({ id: 'con_0000000000002', targetClaim: 'The queue is unbounded.' }),
    ]);
    expect(outcome).toBe('defended');
    expect(body).toBe(answer);
  });

  it('is partial when only some concerns are proven', async () => {
    const { outcome } = await correct(answer, [
      concern({ targetClaim: 'There are no tests for `enqueueWave`.' }),
      concern({ id: 'con_0000000000002', targetClaim: 'Next step: raise the limit.' }),
    ]);
    expect(outcome).toBe('partially_revised');
  });

  it('abstains without a repository', async () => {
    expect(await composeCorrection([], { text: answer }, [concern({})])).toMatchObject({ outcome: 'abstained', body: null });
  });
});
