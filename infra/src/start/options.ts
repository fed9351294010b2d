import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, UserError } from '../config/infra.config';
import { repositoryRoot } from '../state/state-folder';

export interface StartOptions {
  /** Top folders of Git repositories, each perhaps with `label=` before it. */
  repositories: string[];
  open: boolean;
  port: number | undefined;
}

/** The top folder of the Git repository that a folder is in; null: it is in none. */
export function repositoryAt(folder: string): string | null {
  const answer = spawnSync('git', ['-C', folder, 'rev-parse', '--show-toplevel'], { encoding: 'utf8' });
  if (answer.error)
    throw new UserError('Git is needed to read repositories, and there is no `git` on the PATH: install Git and start again.', {
      cause: answer.error,
    });
  if (answer.stderr.includes('safe.directory')) {
    throw new UserError(
      `Git does not read ${folder}, because it belongs to another account: allow it with \`git config --global --add safe.directory ${folder}\`, or name another repository with --repo.`,
    );
  }
  return answer.status === 0 ? resolve(answer.stdout.trim()) : null;
}

function repositoryOf(text: string, base: string): string {
  const [, label, path = ''] = /^(?:([^=/\\]+)=)?(.*)$/s.exec(text) ?? [];
  // A shell leaves the ~ of `label=~/path` as it is.
  const folder = resolve(base, path.replace(/^~(?=\/|$)/, homedir()));
  const top = repositoryAt(folder);
  if (!top) throw new UserError(`${folder} is not in a Git repository: give --repo a folder that Git knows (\`git init\` makes one).`);
  return label ? `${label}=${top}` : top;
}

/** @param config INIT_CWD is the folder in which npm was called; npm itself moves to the package's folder. */
export function parseOptions(args: string[], config: Config): StartOptions {
  const base = config.INIT_CWD ?? process.cwd();
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        repo: { type: 'string', multiple: true, default: [] },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string' },
      },
    }));
  } catch (error) {
    throw new UserError(`${(error as Error).message} Known: npm start -- [--repo PATH …] [--port N] [--no-open]`);
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new UserError(`--port must be a number from 1 to 65535, not ${values.port}.`);
  const named = [...values.repo, ...(config.PARLEY_REPOSITORIES?.split(delimiter).filter(Boolean) ?? [])];
  const standing = named.length > 0 ? [] : [repositoryAt(base) ?? repositoryAt(repositoryRoot)].filter((top) => top !== null);
  return { repositories: [...new Set([...named.map((text) => repositoryOf(text, base)), ...standing])], open: !values['no-open'], port };
}
