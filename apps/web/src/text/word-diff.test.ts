import { type DiffPart, wordDiff } from './word-diff';

const join = (parts: readonly DiffPart[], ...kinds: DiffPart['kind'][]): string =>
  parts
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('');
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

describe('the word-level difference', () => {
  it('says nothing changed when nothing changed', () => {
    expect(wordDiff('one two', 'one two')).toEqual([{ kind: 'same', text: 'one two' }]);
  });
  it('takes a moved line break for no change', () => {
    expect(wordDiff('one two\nthree', 'one\ntwo three').every(({ kind }) => kind === 'same')).toBe(true);
  });
  it('names an added sentence', () => {
    expect(join(wordDiff('It holds.', 'It holds. Not always.'), 'added').trim()).toBe('Not always.');
  });
  it('joins neighbouring changes into one', () => {
    const parts = wordDiff('What breaks it: nothing at all here.', 'What breaks it: retention of ids here.');
    expect(parts.filter(({ kind }) => kind === 'added')).toEqual([{ kind: 'added', text: 'retention of ids' }]);
    expect(parts.filter(({ kind }) => kind === 'removed')).toEqual([{ kind: 'removed', text: 'nothing at all' }]);
  });
  it('handles an empty side', () => {
    expect(wordDiff('', 'new text')).toEqual([{ kind: 'added', text: 'new text' }]);
    expect(wordDiff('old text', '')).toEqual([{ kind: 'removed', text: 'old text' }]);
    expect(wordDiff('', '')).toEqual([]);
  });
  it('loses no word of either text, whatever they are', () => {
    const pool = ['relay', 'row', 'wave', 'the', 'a', 'once', '\n\n', 'id'];
    let seed = 11;
    const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    const make = (): string => Array.from({ length: next() % 24 }, () => pool[next() % pool.length]).join(' ');
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [make(), make()];
      const parts = wordDiff(before, after);
      expect(words(join(parts, 'same', 'added'))).toEqual(words(after));
      expect(words(join(parts, 'same', 'removed')).sort()).toEqual(words(before).sort());
    }
  });
  it('gives up on texts that share nothing and are long, instead of searching for ever', () => {
    const before = Array.from({ length: 4_000 }, (_, index) => `a${index}`).join(' ');
    const after = Array.from({ length: 4_000 }, (_, index) => `b${index}`).join(' ');
    expect(wordDiff(before, after)).toEqual([
      { kind: 'added', text: after },
      { kind: 'removed', text: before },
    ]);
  });
});
