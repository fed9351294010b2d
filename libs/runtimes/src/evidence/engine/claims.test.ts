import { around, claimsOf } from './claims';

const texts = (answer: string): string[] => claimsOf(answer).map((claim) => claim.text);

describe('statements of an answer', () => {
  it('are copied letter by letter from where they stand', () => {
    const answer =
      '# Title of it\n\nFirst sentence, e.g. This one. Second\nsentence goes on.\n\n1. **Item one** is `here`.\n- Item two. It has two.\n\n```ts\nnot.a.claim();\n```\n';
    expect(texts(answer)).toEqual([
      'Title of it',
      'First sentence, e.g. This one.',
      'Second\nsentence goes on.',
      '**Item one** is `here`.',
      'Item two.',
      'It has two.',
    ]);
    for (const claim of claimsOf(answer)) expect(answer.slice(claim.start, claim.end)).toBe(claim.text);
  });

  it('carry their citations, paths and names', () => {
    const [claim] = claimsOf(
      '`runTurn` ends in `libs/a/run.ts:12-20` and src/[id]/page.tsx:3, see `docs/x.md` and `Makefile:2`, not http://127.0.0.1:4300 nor 12:30.',
    );
    expect(claim?.citations.map(({ path, line, endLine }) => [path, line, endLine])).toEqual([
      ['libs/a/run.ts', 12, 20],
      ['src/[id]/page.tsx', 3, 3],
      ['Makefile', 2, 2],
    ]);
    expect(claim?.paths).toEqual(['docs/x.md']);
    expect(claim?.identifiers).toEqual(['runTurn']);
  });

  it('own the code block that follows, with a comment between at most', () => {
    const [first, second] = claimsOf('**1. Function `a`** · `x.ts:1`\n\nIts comment: “Does a.”\n\n```ts\nconst a = 1;\n```\n');
    expect(first?.quoted).toEqual(['const a = 1;']);
    expect(second?.quoted).toEqual([]);
  });

  it('are the parts of a sentence that says two things', () => {
    const answer = 'The queue holds 8 waves, and there are no tests for `aa`; nobody reads it, or so.';
    expect(texts(answer)).toEqual(['The queue holds 8 waves', 'there are no tests for `aa`', 'nobody reads it, or so.']);
    for (const claim of claimsOf(answer)) expect(answer.slice(claim.start, claim.end)).toBe(claim.text);
    expect(claimsOf(answer)[0]?.around).toEqual(['aa']);
  });

  it('can be seen around one name', () => {
    const [claim] = claimsOf('The function `a.stopWave()` is not used in `b` by stopWave.');
    expect(around(claim as NonNullable<typeof claim>, 'stopWave')).toBe('The function § is not used in ¤ by §.');
  });
});
