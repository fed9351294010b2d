/** Who may import whom, with the reason that a violation prints. Rules are on real paths: packages of the workspace resolve to their sources. */
const project = (name) => `^${name}/`;
const tests = '\\.test\\.tsx?$|/testing/|/test/|/conformance/';

/** Libraries may import only those named here (and outside packages). */
const allowed = {
  'libs/domain': [],
  'libs/contracts': ['libs/domain'],
  'libs/prompts': ['libs/domain'],
  'libs/workflows': ['libs/domain'],
  'libs/client': ['libs/contracts', 'libs/domain'],
  'libs/runtimes': ['libs/domain', 'libs/prompts', 'libs/contracts'],
  'libs/testing': ['libs/domain', 'libs/contracts', 'libs/client', 'libs/prompts', 'libs/runtimes', 'libs/workflows'],
  'apps/api': ['libs/domain', 'libs/contracts', 'libs/prompts', 'libs/workflows'],
  'apps/worker': ['libs/domain', 'libs/contracts', 'libs/client', 'libs/prompts', 'libs/runtimes', 'libs/workflows'],
  'apps/web': ['libs/client', 'libs/contracts'],
  'apps/slack': ['libs/client', 'libs/contracts'],
  infra: ['libs/client', 'libs/contracts', 'tools'],
};
const reasons = {
  'libs/domain': 'the rules of Parley must stay pure: no dependency, no clock, no input or output',
  'libs/contracts': 'wire schemas know the vocabulary of the domain and nothing of who uses them',
  'libs/prompts': 'prompts are pure text from pure rules',
  'libs/workflows': 'workflow code is deterministic and bundled: only the domain may come in',
  'libs/client': 'a client knows the contract, not the server',
  'libs/runtimes': 'a runtime adapter must run without API and database',
  'libs/testing': 'builders and fakes stand on libraries, never on an app',
  'apps/api': 'the API never has runtimes or provider code in its process',
  'apps/worker': 'workers reach the API over HTTP through the client, never its code',
  'apps/web': 'the web is a client: rules come from the API, with the answer',
  'apps/slack': 'Slack is a client: rules come from the API, with the answer',
  infra: 'the launcher starts built processes and talks to them over HTTP',
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'a cycle cannot be understood or tested one file at a time',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'an import that resolves to nothing fails at run time',
      from: {},
      to: { couldNotResolve: true, pathNot: '^next/image-types/global$' },
    },
    ...Object.entries(allowed).map(([name, others]) => ({
      name: `${name.replace('/', '-')}-imports`,
      severity: 'error',
      comment: reasons[name],
      from: { path: project(name), pathNot: tests },
      to: { path: '^(apps|libs|infra|e2e|tools)/', pathNot: [name, ...others].map(project) },
    })),
    {
      name: 'apps-apart',
      severity: 'error',
      comment: 'apps are separate processes: what two of them share is a library or a contract',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      comment: 'fakes in production code would answer instead of the real thing',
      from: { path: '^(apps|libs|infra)/', pathNot: `${tests}|^libs/testing/` },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'adapters-apart',
      severity: 'error',
      comment: 'an adapter must be removable without touching another one',
      from: { path: '^libs/runtimes/src/(evidence|openai-compatible|scripted)/', pathNot: tests },
      to: { path: '^libs/runtimes/src/(evidence|openai-compatible|scripted)/', pathNot: '^libs/runtimes/src/$1/' },
    },
    {
      name: 'workflow-sandbox',
      severity: 'error',
      comment: 'workflow code is replayed in a sandbox: of outside packages it may know only the workflow API',
      from: { path: '^libs/workflows/src/', pathNot: tests },
      to: {
        path: 'node_modules/|^(node:)?[a-z_/]+$',
        pathNot: 'node_modules/@temporalio/(workflow|common)/',
        dependencyTypesNot: ['type-only', 'local'],
      },
    },
    {
      name: 'domain-has-no-packages',
      severity: 'error',
      comment: 'the domain has no dependency, so that every part can import it',
      from: { path: '^libs/domain/src/', pathNot: tests },
      to: { path: 'node_modules/' },
    },
    {
      name: 'public-index',
      severity: 'error',
      comment: 'a library is used through its index.ts; what is behind it can change',
      from: { path: '^(apps|libs|infra|e2e)/([^/]+)/' },
      to: { path: '^libs/([^/]+)/src/', pathNot: ['^libs/[^/]+/src/index\\.ts$', '^$1/$2/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.next|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@parley/source', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
