/** Every project's jest.config.cjs spreads this. Environment variables that tests need are set by tools/with-services.mjs, never here. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src'],
  testTimeout: 30_000,
  testEnvironmentOptions: { customExportConditions: ['@parley/source', 'node', 'node-addons', 'require', 'default'] },
  resolver: require.resolve('./jest.resolver.cjs'),
  transform: { '\\.[cm]?[jt]sx?$': require.resolve('./jest.transform.cjs') },
  transformIgnorePatterns: [],
};
