import { delimiter } from 'node:path';
import type { Config } from '../config/infra.config';
import type { Secrets } from '../state/state-folder';
import type { Ports } from './ports';

export interface Addresses {
  databaseUrl: string;
  temporalAddress: string;
  temporalUiUrl: string | null;
  apiUrl: string;
  webUrl: string;
}
type Environment = Record<string, string | undefined>;

/** Where each process keeps its secrets apart: the API has the database and no provider key, the worker the reverse, the web neither. */
const isSecret = (name: string): boolean => /_(KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS)$/i.test(name);
const isServerSecret = (name: string): boolean => /^(DATABASE_URL|AUTH_SECRET|HOST_TOKENS|PARLEY_API_KEY|PG[A-Z]+|SLACK_.*)$/.test(name);
const isAnySecret = (name: string): boolean => isServerSecret(name) || isSecret(name);
const without = (base: NodeJS.ProcessEnv, refused: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(base).filter(([name]) => !refused(name) && !name.startsWith('npm_')));

const common = { NODE_ENV: 'production' };

export const apiEnvironment = (
  base: NodeJS.ProcessEnv,
  config: Config,
  ports: Ports,
  addresses: Addresses,
  secrets: Secrets,
  hostName: string,
): Environment => ({
  ...without(base, (name) => isSecret(name) || name.startsWith('SLACK_')),
  ...common,
  DATABASE_URL: addresses.databaseUrl,
  TEMPORAL_ADDRESS: addresses.temporalAddress,
  TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
  TEMPORAL_UI_URL: addresses.temporalUiUrl ?? '',
  API_HOST: '127.0.0.1',
  API_PORT: String(ports.api),
  WEB_URL: addresses.webUrl,
  AUTH_SECRET: secrets.authSecret,
  HOST_TOKENS: `${hostName}=${secrets.hostToken}`,
});

export const orchestratorEnvironment = (base: NodeJS.ProcessEnv, config: Config, ports: Ports, addresses: Addresses): Environment => ({
  ...without(base, isAnySecret),
  ...common,
  WORKER_ROLES: 'orchestrator',
  TEMPORAL_ADDRESS: addresses.temporalAddress,
  TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
  HEALTH_PORT: String(ports.orchestratorHealth),
});

export const hostEnvironment = (
  base: NodeJS.ProcessEnv,
  config: Config,
  ports: Ports,
  addresses: Addresses,
  secrets: Secrets,
  host: { name: string; stateDir: string; repositories: string[] },
): Environment => ({
  ...without(base, isServerSecret),
  ...common,
  WORKER_ROLES: 'host',
  TEMPORAL_ADDRESS: addresses.temporalAddress,
  TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
  API_URL: addresses.apiUrl,
  HOST_NAME: host.name,
  HOST_TOKEN: secrets.hostToken,
  HOST_STATE_DIR: host.stateDir,
  HOST_CAPACITY: String(config.HOST_CAPACITY ?? 2),
  HOST_DRAIN_MS: String(config.HOST_DRAIN_MS ?? 0),
  HOST_REPOSITORIES: host.repositories.join(delimiter),
  HEALTH_PORT: String(ports.hostHealth),
});

export const webEnvironment = (base: NodeJS.ProcessEnv, ports: Ports, addresses: Addresses): Environment => ({
  ...without(base, isAnySecret),
  ...common,
  NEXT_TELEMETRY_DISABLED: '1',
  API_URL: addresses.apiUrl,
  PORT: String(ports.web),
  HOSTNAME: '127.0.0.1',
});
