// Runs a TypeScript file of this folder: `run.mjs [file] [arguments]`, without a file the bench itself. The journeys beside it are run by Playwright,
// which compiles as it loads; this does the same, so that both can share `e2e/src` and no built copy can be older than its source.
import { transformFileSync } from '@swc/core';
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : undefined;
    if (parent?.endsWith('.ts') && specifier.startsWith('.')) {
      const file = `${resolvePath(dirname(parent), specifier)}.ts`;
      if (existsSync(file)) return { url: pathToFileURL(file).href, format: 'commonjs', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
      module: { type: 'commonjs', ignoreDynamic: true },
      sourceMaps: 'inline',
      swcrc: false,
      configFile: false,
    });
    return { format: 'commonjs', source: code, shortCircuit: true };
  },
});

const [, , name, ...rest] = process.argv;
const isFile = name?.endsWith('.ts');
if (isFile) process.argv.splice(2, 1);
else process.argv.splice(2, process.argv.length, ...(name === undefined ? [] : [name, ...rest]));
createRequire(import.meta.url)(join(folder, isFile ? name : 'main.ts'));
