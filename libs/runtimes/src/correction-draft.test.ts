import fc from 'fast-check';
import { correctionDraft } from './correction-draft';

const shown = (json: string, cuts: readonly number[]): string => {
  const draft = correctionDraft();
  const ends = [...cuts.map((cut) => cut % (json.length + 1)), json.length].sort((a, b) => a - b);
  return ends.map((end, index) => draft(json.slice(ends[index - 1] ?? 0, end))).join('');
};

describe('a correction while it is written', () => {
  it('shows its body and nothing else, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(), { maxLength: 12 }), (body, cuts) => {
        const json = JSON.stringify({ outcome: 'revised', body, limitations: [], resolutions: [{ answer: 'body' }] });
        expect(shown(json, cuts)).toBe(body);
      }),
    );
  });

  it('reads every escape, that of the smallest character too', () => {
    expect(shown('{"body":"a\\u0000\\u00e9\\n\\"\\\\b"}', [9, 11, 14])).toBe('a\0\u00e9\n"\\b');
  });

  it('shows nothing of an abstention', () => {
    expect(shown(JSON.stringify({ outcome: 'abstained', body: null, limitations: ['why'] }), [5, 20])).toBe('');
  });
});
