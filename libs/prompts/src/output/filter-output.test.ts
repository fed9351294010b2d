import fc from 'fast-check';
import { codeSegments } from './code-segments';
import { filterOutput, isSafeLink } from './filter-output';

describe('filterOutput', () => {
  test.each<[string, string, string]>([
    [
      'ordinary Markdown',
      '# Yes\n\nSee [the docs](https://example.org/a?b#c) and `code`.',
      '# Yes\n\nSee [the docs](https://example.org/a?b#c) and `code`.',
    ],
    ['control and direction characters', 'a\u0000b\u0007c\u202ed\u2066e\ufefff', 'abcdef'],
    ['terminal colours', '\u001b[31mred\u001b[0m', 'red'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    [
      'mass mentions',
      '@channel, @Here and (@everyone) but a@here.example',
      '@\u200bchannel, @\u200bHere and (@\u200beveryone) but a@here.example',
    ],
    ['mentions in the form of a chat', '<!channel> <@U123> <#C1>', '<\u200b!channel> <\u200b@U123> <\u200b#C1>'],
    ['mentions in code too', '`@channel`', '`@\u200bchannel`'],
    [
      'remote images',
      '![a plot](https://x.y/z.png) ![](https://x.y/z.png) ![r][ref]',
      '[a plot](https://x.y/z.png) [image](https://x.y/z.png) [r][ref]',
    ],
    ['an image that is a link', '[![x](http://a.b/c.png)](https://d.e/f)', '[[x] (`http://a.b/c.png`)](https://d.e/f)'],
    ['scripts as links', '[click](javascript:alert) [d](data:text/html,x)', '[click] (javascript:alert) [d] (data:text/html,x)'],
    [
      'links without https',
      '[x](http://a.b/c) <http://a.b> http://a.b/c www.a.b ftp://a.b',
      '[x] (`http://a.b/c`) `http://a.b` `http://a.b/c` `www.a.b` `ftp://a.b`',
    ],
    ['links with credentials', '[x](https://u:p@a.b/c) https://u:p@a.b/c', '[x] (`https://u:p@a.b/c`) `https://u:p@a.b/c`'],
    ['an address behind a lone backtick', 'a ` b\n`` c `` http://a.b', 'a \\` b\n`` c `` `http://a.b`'],
    ['an address behind a backslash', '\\http://a.b', '\\ `http://a.b`'],
    ['relative links', '[x](./a.ts) [y](//evil.example)', '[x] (./a.ts) [y] (//evil.example)'],
    ['link definitions', '[a]: javascript:x\n[b]: https://c.d', '[a\\]: javascript:x\n[b]: https://c.d'],
    ['active HTML', 'a<img src=x onerror=y>b<script>c</script><iframe src=//d', 'abc'],
    ['generics in prose', 'Use Map<string, T>.', 'Use Map<string, T>.'],
    ['what code is', '`![x](http://a)`\n```\n<img src=x> http://a\n```\n', '`![x](http://a)`\n```\n<img src=x> http://a\n```\n'],
  ])('takes care of %s', (_, output, expected) => {
    expect(filterOutput(output)).toBe(expected);
  });

  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '![',
          '](',
          ')',
          'http://a.b',
          'https://u:p@c.d',
          'https://e.f',
          '`',
          '``',
          '```\n',
          '\n',
          '\n\n',
          ' ',
          '<img ',
          '>',
          '<',
          '@channel',
          '[a]: ',
          'javascript:x',
          '- ',
          '  ',
          '\\',
          'x',
        ),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''));

  test('changes nothing more the second time', () => {
    fc.assert(
      fc.property(nasty, (output) => expect(filterOutput(filterOutput(output))).toBe(filterOutput(output))),
      { numRuns: 2000 },
    );
  });

  test('leaves no control character, no mass mention, and outside of code no image and no unsafe link', () => {
    fc.assert(
      fc.property(nasty, (output) => {
        const text = filterOutput(output);
        // eslint-disable-next-line no-control-regex -- that is what is looked for
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(text).not.toMatch(/(^|[^\w.])@channel/);
        const prose = codeSegments(text)
          .filter((segment) => !segment.code)
          .map((segment) => segment.text);
        for (const part of prose) {
          expect(part).not.toMatch(/!\[|<img/i);
          expect(part).not.toMatch(/\]\([ \t\n]*<?(?:http:|javascript:)/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('stays fast on text made against it', () => {
    const started = performance.now();
    for (const piece of ['[', '![', '](', '`', '` ', '\\`', '\\``', '\\', '<img', '<a:', '@', 'http://', '[a]: ', '```\n', '(', '\u001b['])
      filterOutput(piece.repeat(65_536 / piece.length));
    filterOutput(Array.from({ length: 350 }, (_, i) => '`'.repeat(i + 1)).join(' '));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('codeSegments', () => {
  const joined = (text: string): string =>
    codeSegments(text)
      .map((segment) => segment.text)
      .join('');
  const code = (text: string): string[] =>
    codeSegments(text)
      .filter((segment) => segment.code)
      .map((segment) => segment.text);

  test('cut a text without losing anything of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '``', '```', '~~~', '\n', ' ', '  ', 'a', '- ')).map((parts) => parts.join('')),
        (text) => expect(joined(text)).toBe(text),
      ),
    );
  });
  test('treat as code only what Markdown treats as code', () => {
    expect(code('a `b` c')).toEqual(['`b`']);
    expect(code('a `b\nc` d')).toEqual([]);
    expect(code('\\`a` b`')).toEqual(['` b`']);
    expect(code('``a`b``')).toEqual(['``a`b``']);
    expect(code('```js\nx\n```\ny')).toEqual(['```js\nx\n```\n']);
    expect(code('``` a`b\nx')).toEqual([]);
    expect(code('~~~\n```\n~~~\ny')).toEqual(['~~~\n```\n~~~\n']);
    expect(code('- a\n\n  ```\n  x\ny')).toEqual(['  ```\n  x\n']);
  });
});

describe('isSafeLink', () => {
  test.each([
    ['https://a.b', true],
    ['HTTPS://a.b/c?d#e', true],
    ['https://a.b:8443/x', true],
    ['http://a.b', false],
    ['https://u@a.b', false],
    ['https://a.b\\@c', false],
    ['https://', false],
    ['//a.b', false],
    ['javascript:alert(1)', false],
    ['https://a.b/ c', false],
  ])('%s: %s', (url, safe) => {
    expect(isSafeLink(url)).toBe(safe);
  });
});
