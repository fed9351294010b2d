import { parseConfig } from '../config/infra.config';
import { type Addresses, apiEnvironment, hostEnvironment, orchestratorEnvironment, webEnvironment } from './environment';
import type { Ports } from './ports';

const ports: Ports = {
  web: 1,
  api: 2,
  postgres: 3,
  temporal: 4,
  temporalUi: 5,
  temporalHttp: 6,
  temporalMetrics: 7,
  orchestratorHealth: 8,
  hostHealth: 9,
};
const addresses: Addresses = {
  databaseUrl: 'postgres://localhost/database',
  temporalAddress: '127.0.0.1:4',
  temporalUiUrl: null,
  apiUrl: 'http://127.0.0.1:2',
  webUrl: 'http://localhost:1',
};
const secrets = { postgresPassword: 'p'.repeat(16), authSecret: 'a'.repeat(32), hostToken: 't'.repeat(32) };
const base = {
  PATH: '/bin',
  DATABASE_URL: 'postgres://secret',
  AUTH_SECRET: 'secret',
  PARLEY_API_KEY: 'secret',
  SLACK_BOT_TOKEN: 'secret',
  OPENAI_COMPATIBLE_API_KEY: 'provider',
  GITHUB_TOKEN: 'somebody-else',
  AWS_SECRET_ACCESS_KEY: 'somebody-else',
  SMTP_PASSWORD: 'somebody-else',
  npm_config_cache: '/x',
};
const config = parseConfig({});

test('the API has the database and no key of a provider', () => {
  const environment = apiEnvironment(base, config, ports, addresses, secrets, 'laptop');
  expect(environment).toMatchObject({
    DATABASE_URL: addresses.databaseUrl,
    HOST_TOKENS: `laptop=${secrets.hostToken}`,
    AUTH_SECRET: secrets.authSecret,
    PATH: '/bin',
  });
  expect(JSON.stringify(environment)).not.toMatch(/"secret"|provider|somebody-else/);
});

test('the host has the keys of providers and neither database nor sign-in secrets', () => {
  const environment = hostEnvironment(base, config, ports, addresses, secrets, {
    name: 'laptop',
    stateDir: '/state',
    repositories: ['/a', 'b=/c'],
  });
  expect(environment).toMatchObject({ OPENAI_COMPATIBLE_API_KEY: 'provider', HOST_TOKEN: secrets.hostToken, HOST_REPOSITORIES: '/a:b=/c' });
  expect(JSON.stringify(environment)).not.toMatch(/"secret"|postgres/);
});

test('orchestrator and web have no secret at all', () => {
  for (const environment of [orchestratorEnvironment(base, config, ports, addresses), webEnvironment(base, ports, addresses)]) {
    expect(JSON.stringify(environment)).not.toMatch(/secret|provider|postgres|somebody-else|tttt|aaaa/);
  }
});
