/*
 * Lets Node run TypeScript sources of this repository as they are, for children of tests: relative imports without extension find their
 * `.ts` file, and types are stripped by Node itself. A build has no need of it.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    if (!ours || /\.[cm]?[jt]s$/.test(specifier)) return next(specifier, context);
    const base = new URL(specifier, context.parentURL);
    const suffix = existsSync(fileURLToPath(`${base.href}.ts`)) ? '.ts' : '/index.ts';
    return next(`${specifier}${suffix}`, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const loaded = next(url, { ...context, format: 'module-typescript' });
    const source = String(loaded.source);
    if (!source.includes('__dirname')) return loaded;
    // Our builds are CommonJS, so sources may ask where they are in its way; on the same line, to keep line numbers.
    const file = fileURLToPath(url);
    return { ...loaded, source: `const __filename = ${JSON.stringify(file)}, __dirname = ${JSON.stringify(dirname(file))}; ${source}` };
  },
});
