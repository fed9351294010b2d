/*
 * Lets Node run TypeScript sources of this repository as they are, for children of tests: relative imports without extension find their
 * `.ts` file, and types are stripped by Node itself. A build has no need of it.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') || /\.[cm]?[jt]s$/.test(specifier)) return next(specifier, context);
    const base = new URL(specifier, context.parentURL);
    const suffix = existsSync(fileURLToPath(`${base.href}.ts`)) ? '.ts' : '/index.ts';
    return next(`${specifier}${suffix}`, context);
  },
  load(url, context, next) {
    return url.endsWith('.ts') ? next(url, { ...context, format: 'module-typescript' }) : next(url, context);
  },
});
