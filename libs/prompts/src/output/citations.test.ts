import { extractCitations, parseCitation } from './citations';

const found = (text: string, labels: string[] = []): string[] =>
  extractCitations(text, labels).map(
    (c) => `${c.root === '' ? '' : `${c.root}|`}${c.path}:${c.line}${c.endLine === null ? '' : `-${c.endLine}`}`,
  );

describe('extractCitations', () => {
  test.each<[string, string, string[]]>([
    ['a line', 'see apps/api/src/claim.ts:41.', ['apps/api/src/claim.ts:41']],
    ['a range', 'see `src/a.ts:3-9`,', ['src/a.ts:3-9']],
    ['a range with a dash', 'src/a.ts:3–9', ['src/a.ts:3-9']],
    ['in brackets, bold, a list', '- **(src/a.ts:3)**\n- "b.py:4"; [c.go:5]', ['src/a.ts:3', 'b.py:4', 'c.go:5']],
    ['a link text and its target', '[src/a.ts:3](src/b.ts:4)', ['src/a.ts:3', 'src/b.ts:4']],
    ['a column', 'src/a.ts:3:17', ['src/a.ts:3']],
    ['a route group', 'apps/web/app/(main)/[id]/page.tsx:12', ['apps/web/app/(main)/[id]/page.tsx:12']],
    [
      'hidden files and files without an ending',
      '.env.example:2 .ci/run:4 Makefile:3 ./src/a.ts:1',
      ['.env.example:2', '.ci/run:4', 'Makefile:3', 'src/a.ts:1'],
    ],
    ['each once', 'a.ts:1 a.ts:1 a.ts:2', ['a.ts:1', 'a.ts:2']],
    ['a range that runs backwards as its line', 'a.ts:9-3', ['a.ts:9']],
    [
      'nothing else',
      'at 10:41 on localhost:3000, https://a.b/c.ts:8 http://x:1 127.0.0.1:80 example.com:443 /etc/passwd:1 ../up.ts:1 a.ts:0 note: 4 C:\\x.ts:1',
      [],
    ],
  ])('finds %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('knows the label in front of a path when it is one', () => {
    expect(found('parley/src/a.ts:1 other/src/a.ts:1', ['parley'])).toEqual(['parley|src/a.ts:1', 'other/src/a.ts:1']);
    expect(found('org/app/src/a.ts:1', ['org', 'org/app'])).toEqual(['org/app|src/a.ts:1']);
  });

  test('reads the strings of a structured output, so that an escaped line break is no part of a path', () => {
    const output = JSON.stringify({ body: 'first\nsrc/a.ts:3', concerns: [{ citations: ['b.ts:4'] }] });
    expect(found(output)).toEqual(['src/a.ts:3', 'b.ts:4']);
    expect(found(`\`\`\`json\n${output}\n\`\`\``)).toEqual(['src/a.ts:3', 'b.ts:4']);
  });

  test('stops at 256 and stays fast on text made against it', () => {
    expect(found(Array.from({ length: 400 }, (_, i) => `a.ts:${i + 1}`).join(' '))).toHaveLength(256);
    const started = performance.now();
    for (const piece of ['(', 'a/', ':1', 'a.b:', '[](', '`']) found(piece.repeat(40_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('parseCitation', () => {
  test('reads a place or a message', () => {
    expect(parseCitation(' `src/a.ts:3-9` ')).toEqual({ kind: 'path', root: '', path: 'src/a.ts', line: 3, endLine: 9, valid: null });
    expect(parseCitation('parley/src/a.ts:3', ['parley'])).toMatchObject({ root: 'parley', path: 'src/a.ts' });
    expect(parseCitation('msg_01abcdefghjk')).toEqual({ kind: 'message', messageId: 'msg_01abcdefghjk', valid: null });
    expect(parseCitation('the documentation')).toBeUndefined();
  });
});
