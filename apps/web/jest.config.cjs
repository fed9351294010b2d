const base = require('../../jest.preset.cjs');

module.exports = {
  ...base,
  displayName: 'web',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['@parley/source', 'browser', 'require', 'default'] },
  moduleNameMapper: { '\\.css$': require.resolve('./test/css-stub.cjs') },
  setupFilesAfterEnv: [require.resolve('./test/setup.cjs')],
};
