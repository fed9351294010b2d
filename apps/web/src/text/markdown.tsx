'use client';

import { Suspense, use } from 'react';
import type { LiveMarkdownProps, MarkdownProps } from './markdown-render';

type Renderer = typeof import('./markdown-render');
let loading: Promise<Renderer> | undefined;
let loaded: Renderer | undefined;

/** The Markdown reader is a third of what this page needs; it comes while the messages come, and whoever reads messages waits for both. */
export const loadMarkdown = (): Promise<Renderer> =>
  (loading ??= import('./markdown-render').then((module) => {
    loaded = module;
    return module;
  }));

const useRenderer = (): Renderer => loaded ?? use(loadMarkdown());

function Rendered(props: MarkdownProps) {
  const { RenderedMarkdown } = useRenderer();
  return <RenderedMarkdown {...props} />;
}
function RenderedLive(props: LiveMarkdownProps) {
  const { RenderedLiveMarkdown } = useRenderer();
  return <RenderedLiveMarkdown {...props} />;
}

export const Markdown = (props: MarkdownProps) => (
  <Suspense>
    <Rendered {...props} />
  </Suspense>
);
/** A text that is being written. */
export const LiveMarkdown = (props: LiveMarkdownProps) => (
  <Suspense>
    <RenderedLive {...props} />
  </Suspense>
);
