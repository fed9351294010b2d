import { join } from 'node:path';
import type { NextConfig } from 'next';

const repositoryRoot = join(__dirname, '../..');

/** Scripts and styles come from this origin only. Next puts small inline scripts into each page, hence 'unsafe-inline' for scripts. */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  transpilePackages: ['@parley/client'],
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Types are checked by the typecheck target, over sources and tests together.
  typescript: { ignoreBuildErrors: true },
  headers: () =>
    Promise.resolve([
      {
        source: '/((?!v1/).*)',
        headers: [
          { key: 'content-security-policy', value: contentSecurityPolicy },
          { key: 'x-content-type-options', value: 'nosniff' },
          { key: 'referrer-policy', value: 'same-origin' },
        ],
      },
    ]),
};

export default config;
