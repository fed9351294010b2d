// Compiles one project's src to dist, file by file, as CommonJS. Run in the project's folder. Types are checked by tsc, not here.
import { transformFile } from '@swc/core';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const options = {
  jsc: {
    parser: { syntax: /** @type {const} */ ('typescript'), decorators: true },
    target: /** @type {const} */ ('es2024'),
    keepClassNames: true,
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: /** @type {const} */ ('commonjs') },
  sourceMaps: true,
  swcrc: false,
  configFile: false,
};

const sources = globSync('src/**/*.ts').filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file));
rmSync('dist', { recursive: true, force: true });
await Promise.all(
  sources.map(async (file) => {
    const output = join('dist', file.slice('src/'.length).replace(/\.ts$/, '.js'));
    const { code, map } = await transformFile(file, options);
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
    if (map) writeFileSync(`${output}.map`, map);
  }),
);
