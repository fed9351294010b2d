import fc from 'fast-check';
import { confidences, evidenceStatuses, severities } from '../vocabulary';
import { claimFound } from './claims';
import { decideConcerns, demoteEvidence, findRedundant, isEligible, judgeCitations } from './concerns';
import type { Citation, ParsedConcern, ParsedReview } from './concern-facts';
import { decideResolutions } from './resolutions';

const path = (change: Partial<Extract<Citation, { kind: 'path' }>> = {}): Citation => ({
  kind: 'path',
  root: '',
  path: 'src/relay.ts',
  line: 7,
  endLine: null,
  valid: null,
  ...change,
});
const concern = (change: Partial<ParsedConcern> = {}): ParsedConcern => ({
  targetClaim: 'nothing can break it',
  category: 'omission',
  severity: 'blocking',
  confidence: 'high',
  evidenceStatus: 'observed_context',
  reason: 'Retention can.',
  evidence: 'See the setting.',
  citations: [path()],
  suggestedResolution: 'Say so.',
  ...change,
});

describe('eligibility', () => {
  test('needs every one of its conditions', () => {
    const all = { redundantOf: null, accessAvailable: true, claimFound: true };
    for (const severity of severities) {
      for (const confidence of confidences) {
        for (const evidenceStatus of evidenceStatuses) {
          const expected = severity !== 'advisory' && confidence !== 'low' && evidenceStatus !== 'speculative';
          expect(isEligible({ ...all, severity, confidence, evidenceStatus })).toBe(expected);
          expect(isEligible({ ...all, severity, confidence, evidenceStatus, redundantOf: 'con_1' })).toBe(false);
          expect(isEligible({ ...all, severity, confidence, evidenceStatus, accessAvailable: false })).toBe(false);
          expect(isEligible({ ...all, severity, confidence, evidenceStatus, claimFound: false })).toBe(false);
        }
      }
    }
  });
});

describe('claimFound', () => {
  const text = 'No, one send starts **at most** one wave.\nThe start is sent with the `REJECT_DUPLICATE` policy,  and that\nis enough.';
  test.each([
    ['word for word', 'one send starts', true],
    ['whatever its case and spacing', 'THE START   is\n sent', true],
    ['over a line break', 'policy, and that is enough.', true],
    ['in quotation marks', '“one send starts”', true],
    ['copied without the marks of Markdown', 'starts at most one wave', true],
    ['copied without its code marks', 'with the REJECT_DUPLICATE policy', true],
    ['not when it was paraphrased', 'a send can start one wave', false],
    ['not when it is empty', ' "" ', false],
  ])('finds a claim %s', (_, claim, found) => {
    expect(claimFound(claim, text)).toBe(found);
  });
  test('finds every word of any text in it, and no claim of marks only', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), fc.nat(), (words, n) => {
        expect(claimFound((words[n % words.length] ?? '').toUpperCase(), words.join('  '))).toBe(true);
      }),
    );
    expect(claimFound('***', text)).toBe(false);
  });
});

describe('evidence', () => {
  test('without one valid citation is a guess, whatever it is called', () => {
    for (const status of ['observed_context', 'cited_source'] as const) {
      expect(demoteEvidence(status, [])).toBe('speculative');
      expect(demoteEvidence(status, [path({ valid: false }), path({ valid: null })])).toBe('speculative');
      expect(demoteEvidence(status, [path({ valid: false }), path({ valid: true })])).toBe(status);
    }
    expect(demoteEvidence('logical_contradiction', [])).toBe('logical_contradiction');
    expect(demoteEvidence('speculative', [path({ valid: true })])).toBe('speculative');
  });

  test('is judged by what the host found, with or without the label in front', () => {
    const checked = [
      { root: 'parley', path: 'src/relay.ts', line: 7, endLine: null, valid: true },
      { root: '', path: 'a.ts', line: 1, endLine: 2, valid: false },
    ];
    const judged = judgeCitations(
      [
        path(),
        path({ path: 'parley/src/relay.ts' }),
        path({ root: 'other' }),
        path({ path: 'a.ts', line: 1, endLine: 2 }),
        path({ line: 8 }),
        { kind: 'message', messageId: 'msg_1', valid: null },
        { kind: 'message', messageId: 'msg_2', valid: null },
      ],
      checked,
      ['msg_1'],
    );
    expect(judged.map((citation) => citation.valid)).toEqual([true, true, null, false, null, true, false]);
    expect(judged[0]).toMatchObject({ root: 'parley', path: 'src/relay.ts' });
  });
});

describe('redundancy', () => {
  test('is the same claim, category, reason and kind of evidence, whatever its case, spacing and severity', () => {
    const first = { ...concern(), id: 'con_1', redundantOf: null };
    const second = { ...concern(), id: 'con_2', redundantOf: 'con_1' };
    expect(findRedundant(concern({ targetClaim: ' Nothing  can break IT', severity: 'advisory', evidence: 'Other.' }), [first])).toBe(
      'con_1',
    );
    expect(findRedundant(concern(), [second, first])).toBe('con_1');
    for (const change of [
      { targetClaim: 'x' },
      { category: 'x' },
      { reason: 'x' },
      { evidenceStatus: 'speculative' },
    ] satisfies Partial<ParsedConcern>[])
      expect(findRedundant(concern(change), [first])).toBeNull();
  });
});

describe('decideConcerns', () => {
  const review = (concerns: ParsedConcern[]): ParsedReview => ({
    outcome: 'concerns',
    reviewedScope: 'msg_t',
    limitations: [],
    accessAvailable: true,
    concerns,
  });
  const decide = (
    concerns: ParsedConcern[],
    earlier: Parameters<typeof decideConcerns>[0]['earlier'] = [],
  ): ReturnType<typeof decideConcerns> => {
    let n = 0;
    return decideConcerns({
      review: review(concerns),
      targetText: 'I say that nothing can break it.',
      earlier,
      visibleMessageIds: [],
      checked: [{ root: 'parley', path: 'src/relay.ts', line: 7, endLine: null, valid: true }],
      nextId: () => `con_${(n += 1)}`,
    });
  };

  test('keeps what the reviewer wrote and decides beside it', () => {
    expect(decide([concern()])).toEqual([
      {
        ...concern({ citations: [path({ root: 'parley', valid: true })] }),
        id: 'con_1',
        position: 0,
        claimFound: true,
        accessAvailable: true,
        redundantOf: null,
        eligible: true,
      },
    ]);
  });
  test('does not let a claim count that the answer does not make', () => {
    expect(decide([concern({ targetClaim: 'it is unbreakable' })])[0]).toMatchObject({
      claimFound: false,
      eligible: false,
      severity: 'blocking',
    });
  });
  test('does not let an observation count whose place does not exist', () => {
    expect(decide([concern({ citations: [path({ line: 99 })] })])[0]).toMatchObject({ evidenceStatus: 'speculative', eligible: false });
  });
  test('marks the second of two equal concerns, in one review and across reviews', () => {
    expect(decide([concern(), concern()]).map((c) => [c.id, c.redundantOf, c.eligible])).toEqual([
      ['con_1', null, true],
      ['con_2', 'con_1', false],
    ]);
    expect(decide([concern()], [{ ...concern(), id: 'con_0', redundantOf: null }])[0]).toMatchObject({
      redundantOf: 'con_0',
      eligible: false,
    });
  });
});

describe('decideResolutions', () => {
  test('answers by id: what is left out stays open, what was not asked for is dropped', () => {
    const resolutions = [
      { concernId: 'con_2', outcome: 'defended' as const, answer: 'No.' },
      { concernId: 'con_9', outcome: 'revised' as const, answer: '?' },
    ];
    expect(decideResolutions(['con_1', 'con_2'], { outcome: 'revised', body: 'x', limitations: [], resolutions })).toEqual([
      resolutions[0],
    ]);
  });
});
