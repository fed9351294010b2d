import { freePort, isListening } from '../../../tools/processes.mjs';
import { type Config, UserError } from '../config/infra.config';

export interface Ports {
  web: number;
  api: number;
  postgres: number;
  temporal: number;
  temporalUi: number;
  temporalHttp: number;
  temporalMetrics: number;
  orchestratorHealth: number;
  hostHealth: number;
}
export type FixedPort = 'web' | 'api' | 'postgres' | 'temporal' | 'temporalUi';

/** Ports that people see or scripts use are fixed; the variable of each is named in the message when somebody else has it. */
const fixed: Record<FixedPort, { standard: number; offset: number; variable: keyof Config; what: string }> = {
  web: { standard: 4300, offset: 0, variable: 'PARLEY_WEB_PORT', what: 'the web app' },
  api: { standard: 4310, offset: 10, variable: 'PARLEY_API_PORT', what: 'the API' },
  postgres: { standard: 4320, offset: 20, variable: 'PARLEY_POSTGRES_PORT', what: 'PostgreSQL' },
  temporal: { standard: 7233, offset: 30, variable: 'PARLEY_TEMPORAL_PORT', what: 'the Temporal server' },
  temporalUi: { standard: 8233, offset: 31, variable: 'PARLEY_TEMPORAL_UI_PORT', what: 'the Temporal UI' },
};

export const fixedPorts = Object.entries(fixed) as [FixedPort, (typeof fixed)[FixedPort]][];

export function choosePort(name: FixedPort, config: Config): number {
  const { standard, offset, variable } = fixed[name];
  return (config[variable] as number | undefined) ?? (config.PARLEY_PORT_BASE === undefined ? standard : config.PARLEY_PORT_BASE + offset);
}

/** The ports of this run. Throws when one that is needed belongs to another program. */
export async function claimPorts(config: Config): Promise<Ports> {
  const names: FixedPort[] = ['web', 'api'];
  if (!config.DATABASE_URL) names.push('postgres');
  if (!config.TEMPORAL_ADDRESS) names.push('temporal', 'temporalUi');
  for (const name of names) {
    const port = choosePort(name, config);
    if (!(await isListening(port))) continue;
    const { what, variable } = fixed[name];
    throw new UserError(
      `Port ${port}, meant for ${what}, is used by another program: end that program, or choose another port with ${variable}=${port + 1} (or move all of Parley's with PARLEY_PORT_BASE=${port + 1000}).`,
    );
  }
  const chosen = Object.fromEntries((Object.keys(fixed) as FixedPort[]).map((name) => [name, choosePort(name, config)])) as Record<
    FixedPort,
    number
  >;
  return {
    ...chosen,
    temporalHttp: await freePort(),
    temporalMetrics: await freePort(),
    orchestratorHealth: await freePort(),
    hostHealth: await freePort(),
  };
}
