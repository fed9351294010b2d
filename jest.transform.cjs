/**
 * One transform for our TypeScript and for ESM-only packages. Jest cannot require() ES modules without --experimental-vm-modules,
 * so a file in node_modules that has import/export syntax is turned into CommonJS; every other file there passes unchanged.
 */
const { createTransformer } = require('@swc/jest');

const source = createTransformer({
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    target: 'es2024',
    keepClassNames: true,
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
});
const dependency = createTransformer({
  jsc: { parser: { syntax: 'ecmascript' }, target: 'es2024' },
  module: { type: 'commonjs' },
  sourceMaps: false,
});
const inNodeModules = /[\\/]node_modules[\\/]/;
const moduleSyntax = /\b(import|export)\b/;

module.exports = {
  canInstrument: false,
  getCacheKey: (text, file, options) => (inNodeModules.test(file) ? dependency : source).getCacheKey(text, file, options),
  process(text, file, options) {
    if (!inNodeModules.test(file)) return source.process(text, file, options);
    return moduleSyntax.test(text) ? dependency.process(text, file, options) : { code: text };
  },
};
