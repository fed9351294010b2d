import { render, screen } from '@testing-library/react';
import { findClaim } from './claims';
import { splitBlocks } from './blocks';
import { splitCitations } from './citations';
import { RenderedLiveMarkdown as LiveMarkdown, RenderedMarkdown as Markdown } from './markdown-render';
import { readSyntax } from './syntax';

describe('Markdown of people and agents', () => {
  it('never renders scripts, handlers, unsafe links or remote images', () => {
    const { container } = render(
      <Markdown>
        {
          '<script>alert(1)</script><b onclick="x()">b</b>\n\n[a](javascript:alert(1)) [b](http://plain.example) [c](https://safe.example) ![dog](https://tracker.example/x.png)'
        }
      </Markdown>,
    );
    expect(container.querySelector('script, img, [onclick]')).toBeNull();
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://safe.example']);
    expect(container).toHaveTextContent('Image: dog');
  });
  it('shows what changed against the first answer', () => {
    const { container } = render(
      <Markdown compareWith="What breaks it: **nothing** at all.">{'What breaks it: **retention** of ids.'}</Markdown>,
    );
    expect([...container.querySelectorAll('ins')].map((node) => node.textContent).join('')).toBe('retention of ids.');
    expect(container.querySelector('del')).toHaveTextContent('nothing at all.');
  });
  it('highlights a claim across formatting, and only when it is there', () => {
    const claims = [
      { id: 'con_1', claim: 'The start is **refused**' },
      { id: 'con_2', claim: 'something else' },
    ];
    const { container } = render(<Markdown claims={claims}>{'Because the START   is `refused` twice.'}</Markdown>);
    expect([...container.querySelectorAll('mark')].map((node) => node.textContent).join('')).toBe(
      'START   is refused'.replace('START', 'the START'),
    );
  });
  it('turns path and line into a citation, in text and in inline code, not in code blocks', () => {
    render(<Markdown>{'See apps/api/claim.ts:41 and `infra/dynamic.yml:12-14`.\n\n```ts\nx.ts:1\n```'}</Markdown>);
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter((text) => text?.includes(':')),
    ).toEqual(['apps/api/claim.ts:41', 'infra/dynamic.yml:12-14']);
  });
  it('keeps headings below the page’s own without leaving out a level', () => {
    const { container } = render(<Markdown>{'# One\n\n#### Four'}</Markdown>);
    expect([...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((node) => node.tagName)).toEqual(['H2', 'H3']);
  });
  it('keeps the elements of finished blocks while a text grows', () => {
    const { container, rerender } = render(<LiveMarkdown text={'First block.\n\nSecond'} />);
    const first = container.querySelector('p');
    rerender(<LiveMarkdown text={'First block.\n\nSecond block grows'} />);
    expect(container.querySelector('p')).toBe(first);
    expect(container).toHaveTextContent('First block. Second block grows'.replace('. S', '.S'));
  });
});

describe('the parts of a text', () => {
  it('cuts blocks at blank lines outside of fences and lists', () => {
    expect(splitBlocks('a\n\nb\n\n```\nx\n\ny\n```\n\n- one\n\n  more\n\nend').map((block) => block.trim())).toEqual([
      'a',
      'b',
      '```\nx\n\ny\n```',
      '- one\n\n  more',
      'end',
    ]);
  });
  it.each([
    ['https://localhost:4300/x', []],
    ['at 10:41', []],
    ['127.0.0.1:4310', []],
    ['(src/a.ts:3)', ['src/a.ts:3']],
    ['Dockerfile:12', ['Dockerfile:12']],
    ['src/[id]/x.ts:3', []],
  ])('finds the citations of %s', (text, found) => {
    expect(
      splitCitations(text)
        .filter((part) => part.citation)
        .map((part) => part.text),
    ).toEqual(found);
  });
  it('finds a claim whatever its case, white space and marks', () => {
    expect(findClaim('It is\nrefused  twice.', 'is `refused` TWICE')).toEqual({ start: 3, end: 20 });
    expect(findClaim('It is refused.', 'accepted')).toBeNull();
    expect(findClaim('It is refused.', ' ** ')).toBeNull();
  });
  it('colours code without losing a character', () => {
    const code = 'const x = "a\\"b"; // note\n/* open';
    const parts = readSyntax(code, 'ts');
    expect(parts.map(({ text }) => text).join('')).toBe(code);
    expect(parts.filter(({ kind }) => kind === 'comment').map(({ text }) => text)).toEqual(['// note', '/* open']);
    expect(parts.find(({ kind }) => kind === 'keyword')?.text).toBe('const');
  });
});
