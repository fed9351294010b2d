import { limits } from '@parley/domain';
import { parseCorrection } from './parse-correction';
import { parseReview } from './parse-review';

const concern = {
  targetClaim: 'it is safe',
  category: 'omission',
  severity: 'blocking',
  confidence: 'high',
  evidenceStatus: 'observed_context',
  reason: 'r',
  evidence: 'see src/a.ts:3',
  citations: ['src/b.ts:4-9', 'msg_01abcdefghjk', 'nowhere'],
  suggestedResolution: 's',
};
const review = { outcome: 'concerns', reviewedScope: 'msg_t', requiredAccessAvailable: true, limitations: [], concerns: [concern] };
const correction = {
  outcome: 'revised',
  body: 'No.',
  limitations: [],
  resolutions: [{ concernId: 'con_1', outcome: 'revised', answer: 'Said so.' }],
};
const json = (value: unknown): string => JSON.stringify(value);

describe('parseReview', () => {
  test('reads one object, in a fence or not, whatever the case of its words, and ignores what it does not know', () => {
    const expected = {
      ok: true,
      value: {
        outcome: 'concerns',
        reviewedScope: 'msg_t',
        accessAvailable: true,
        limitations: [],
        concerns: [
          {
            ...concern,
            citations: [
              { kind: 'path', root: '', path: 'src/b.ts', line: 4, endLine: 9, valid: null },
              { kind: 'message', messageId: 'msg_01abcdefghjk', valid: null },
              { kind: 'path', root: '', path: 'src/a.ts', line: 3, endLine: null, valid: null },
            ],
          },
        ],
      },
    };
    expect(parseReview(json(review))).toEqual(expected);
    expect(parseReview(`\n\`\`\`json\n${json(review)}\n\`\`\`\n`)).toEqual(expected);
    expect(
      parseReview(json({ ...review, outcome: 'CONCERNS', note: 1, concerns: [{ ...concern, severity: 'Blocking', extra: true }] })),
    ).toEqual(expected);
  });

  test.each<[string, string]>([
    ['prose', 'I found nothing.'],
    ['an object with prose around it', `Here: ${json(review)}`],
    ['two fences', `\`\`\`\n${json(review)}\n\`\`\`\n\`\`\`\n{}\n\`\`\``],
    ['a list', json([review])],
    ['an unknown outcome', json({ ...review, outcome: 'fine' })],
    ['concerns without a concern', json({ ...review, concerns: [] })],
    ['a concern without the outcome', json({ ...review, outcome: 'no_concern_found' })],
    ['no concern without access', json({ ...review, outcome: 'no_concern_found', concerns: [], requiredAccessAvailable: false })],
    ['an abstention without a reason', json({ ...review, outcome: 'abstained', concerns: [] })],
    ['an access that is no boolean', json({ ...review, requiredAccessAvailable: 'yes' })],
    ['a missing access', json({ ...review, requiredAccessAvailable: undefined })],
    ['a blank reason', json({ ...review, concerns: [{ ...concern, reason: ' ' }] })],
    ['a ninth concern', json({ ...review, concerns: Array(limits.reviewConcerns + 1).fill(concern) })],
    ['a ninth limitation', json({ ...review, limitations: Array(limits.limitations + 1).fill('x') })],
    ['a claim above its bytes', json({ ...review, concerns: [{ ...concern, targetClaim: 'ä'.repeat(limits.claimBytes / 2 + 1) }] })],
    ['evidence above its bytes', json({ ...review, concerns: [{ ...concern, evidence: 'x'.repeat(limits.concernTextBytes + 1) }] })],
  ])('refuses %s', (_, output) => {
    const parsed = parseReview(output);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.issues.length).toBeGreaterThan(0);
  });

  test('never repeats in an issue what the provider wrote', () => {
    const parsed = parseReview(
      json({ ...review, outcome: 'CANARY', CANARY: 1, concerns: [{ ...concern, severity: 'CANARY', reason: 7 }] }),
    );
    expect(json(parsed)).not.toContain('CANARY');
  });

  test('drops what Postgres cannot store and people cannot see', () => {
    expect(parseReview(json({ ...review, concerns: [{ ...concern, reason: 'a\u0000b\u202ec\ud800' }] }))).toMatchObject({
      value: { concerns: [{ reason: 'abc\ufffd' }] },
    });
  });

  test('takes an abstention that says why', () => {
    expect(
      parseReview(json({ ...review, outcome: 'abstained', concerns: [], requiredAccessAvailable: false, limitations: ['No file.'] })),
    ).toMatchObject({ ok: true, value: { accessAvailable: false, limitations: ['No file.'] } });
  });
});

describe('parseCorrection', () => {
  test('reads outcomes by concern and filters the body', () => {
    expect(parseCorrection(json({ ...correction, outcome: 'REVISED', body: 'No. @channel ![x](https://a.b/c.png)' }))).toEqual({
      ok: true,
      value: {
        outcome: 'revised',
        body: 'No. @\u200bchannel [x](https://a.b/c.png)',
        limitations: [],
        resolutions: correction.resolutions,
      },
    });
  });
  test('has no body when abstained', () => {
    expect(parseCorrection(json({ outcome: 'abstained', body: 'x', limitations: ['Cannot say.'] }))).toEqual({
      ok: true,
      value: { outcome: 'abstained', body: null, limitations: ['Cannot say.'], resolutions: [] },
    });
  });
  test('keeps an answer that left concerns out: they stay open, the answer is not lost', () => {
    expect(parseCorrection(json({ outcome: 'revised', body: 'No.' }))).toMatchObject({ ok: true, value: { resolutions: [] } });
  });
  test.each<[string, unknown]>([
    ['a revision without a body', { ...correction, body: null }],
    ['a blank body', { ...correction, body: ' \n' }],
    ['an abstention without a reason', { outcome: 'abstained', body: null }],
    ['a concern answered twice', { ...correction, resolutions: [...correction.resolutions, ...correction.resolutions] }],
    ['an unknown outcome of a concern', { ...correction, resolutions: [{ ...correction.resolutions[0], outcome: 'ok' }] }],
    ['a resolution without words', { ...correction, resolutions: [{ ...correction.resolutions[0], answer: '' }] }],
  ])('refuses %s', (_, output) => {
    expect(parseCorrection(json(output)).ok).toBe(false);
  });
});
