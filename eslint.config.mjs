import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const ignores = [
  '**/dist/**',
  '**/.next/**',
  '**/node_modules/**',
  '**/*.gen.ts',
  '**/next-env.d.ts',
  '**/test-results/**',
  '**/playwright-report/**',
  '.nx/**',
  '.parley/**',
];

/** Files that may read the environment: each app's configuration, and programs whose whole input is the environment. */
const readsEnvironment = [
  '**/config/**',
  '**/*.config.*',
  'tools/**',
  'e2e/**',
  'apps/*/scripts/**',
  '**/*.test.ts',
  '**/*.test.tsx',
  'libs/testing/**',
  '**/main.ts',
  '**/migrate.ts',
  '**/local-access.ts',
  '**/test/**',
  '**/testing/**',
];

const environmentRule = {
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: 'Read the environment in the config file of the app, once; pass the parsed value on.' },
  ],
};

export default tseslint.config(
  { ignores },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [js.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      // A port's method is async although one adapter of it has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      ...environmentRule,
    },
  },
  {
    // Nest reads the constructor's parameter types at run time, so an import that looks type-only is not.
    files: ['apps/api/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off', '@typescript-eslint/no-extraneous-class': 'off' },
  },
  { files: ['apps/web/**/*.tsx', 'apps/web/**/*.ts'], extends: [reactHooks.configs.flat['recommended-latest']] },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: {
        ...Object.fromEntries(
          [
            'process',
            'console',
            'Buffer',
            'URL',
            'fetch',
            'setTimeout',
            'clearTimeout',
            'setInterval',
            'clearInterval',
            'AbortSignal',
            'AbortController',
            'performance',
          ].map((name) => [name, 'readonly']),
        ),
      },
    },
    rules: { eqeqeq: ['error', 'always', { null: 'ignore' }] },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' } },
  },
  { files: readsEnvironment, rules: { 'no-restricted-properties': 'off', 'no-console': 'off' } },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'libs/testing/**', '**/testing/**'],
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  prettier,
);
