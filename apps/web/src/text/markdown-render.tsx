'use client';

import { memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { splitBlocks } from './blocks';
import { Citation } from './citation';
import { citationsPlugin } from './citations';
import { claimsPlugin } from './claims';
import { CodeBlock } from './code-block';
import { collectPlugin, diffPlugin } from './diff-plugin';
import styles from './markdown.module.css';
import { headingsPlugin } from './headings';
import { element, type TreeNode, type TreePlugin } from './tree';

const textOf = (node: ReactNode): string => {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (node !== null && typeof node === 'object' && 'props' in node) return textOf((node.props as { children?: ReactNode }).children);
  return '';
};

/** Images are named, never loaded. */
const components: Components = {
  a: ({ href, children }) =>
    href !== undefined && /^(https:|mailto:|#)/.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span className="quiet">{alt === undefined || alt === '' ? 'Image' : `Image: ${alt}`}</span>,
  table: ({ children }) => (
    <div className={styles.table} role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  cite: ({ children }) => <Citation>{textOf(children)}</Citation>,
  pre: ({ children }) => {
    const code = children as { props?: { className?: string; children?: ReactNode } } | undefined;
    return (
      <CodeBlock code={textOf(children).replace(/\n$/, '')} language={/language-([\w+-]+)/.exec(code?.props?.className ?? '')?.[1] ?? ''} />
    );
  },
};

const asPlugins = (plugins: readonly TreePlugin[]): NonNullable<Options['rehypePlugins']> => [
  rehypeSanitize,
  headingsPlugin as never,
  ...(plugins as unknown as NonNullable<Options['rehypePlugins']>),
];

/** The words of a Markdown text as the page would show them. */
function wordsOf(markdown: string): string {
  let words = '';
  // react-markdown's synchronous component is a plain function of its options; run here only for what the plugin sees.
  ReactMarkdown({ children: markdown, remarkPlugins: [remarkGfm], rehypePlugins: asPlugins([collectPlugin((plain) => (words = plain))]) });
  return words;
}

export interface MarkdownProps {
  children: string;
  /** Marks the difference to this earlier text. */
  compareWith?: string | undefined;
  /** Highlights these claims. */
  claims?: readonly { id: string; claim: string }[];
  small?: boolean;
}

export const RenderedMarkdown = memo(function RenderedMarkdown({ children, compareWith, claims, small = false }: MarkdownProps) {
  const plugins = useMemo(
    () =>
      asPlugins([
        ...(compareWith === undefined ? [] : [diffPlugin(wordsOf(compareWith))]),
        ...(claims === undefined || claims.length === 0 || compareWith !== undefined ? [] : [claimsPlugin(claims)]),
        citationsPlugin,
      ]),
    [claims, compareWith],
  );
  return (
    <div className={`${styles.prose} ${small ? styles.small : ''}`}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
        {children}
      </ReactMarkdown>
    </div>
  );
});

const caret = (): TreeNode => element('span', { className: [styles.caret] }, []);

/** The caret stands behind the last word, inside the paragraph or list item that holds it. */
const caretPlugin: TreePlugin = () => (tree) => {
  let node = tree;
  for (;;) {
    const last = node.children?.findLast((child) => child.type === 'element');
    if (
      last === undefined ||
      !['p', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4'].includes(last.tagName ?? '') ||
      (node.tagName === 'p' && node.children?.at(-1) !== last)
    )
      break;
    node = last;
  }
  node.children?.push(caret());
};

const finishedPlugins = asPlugins([citationsPlugin]);
const growingPlugins = asPlugins([citationsPlugin, caretPlugin]);

const Block = memo(function Block({ text, growing }: { text: string; growing: boolean }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={growing ? growingPlugins : finishedPlugins} components={components}>
      {text}
    </ReactMarkdown>
  );
});

export interface LiveMarkdownProps {
  text: string;
  small?: boolean;
}

/** A text that is being written: its finished blocks keep their elements. */
export function RenderedLiveMarkdown({ text, small = false }: LiveMarkdownProps) {
  const blocks = splitBlocks(text);
  return (
    <div className={`${styles.prose} ${small ? styles.small : ''}`}>
      {blocks.map((block, index) => (
        <Block key={index} text={block} growing={index === blocks.length - 1} />
      ))}
      {blocks.length === 0 && <span className={styles.caret} />}
    </div>
  );
}
