import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import '../styles/base.css';
import { themeScript } from '../ui/theme-script';

export const metadata: Metadata = {
  title: { default: 'Parley', template: '%s · Parley' },
  description: 'Where a team talks things over with its coding agents.',
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1, interactiveWidget: 'resizes-content' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* Runs before the first paint, so that a dark page never flashes light. */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
