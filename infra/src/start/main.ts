import { parseConfig, readEnvironment, UserError } from '../config/infra.config';
import { repositoryRoot } from '../state/state-folder';
import { parseOptions } from './options';
import { say } from './output';
import { startStack } from './start-stack';

/** `npm start`: everything Parley needs on one machine, until Ctrl-C. */
async function main(): Promise<number> {
  // Logs and Temporal's database are for this account only, also when the folder was made by a generous umask.
  process.umask(0o077);
  const environment = readEnvironment(repositoryRoot);
  const config = parseConfig(environment);
  const stack = startStack(environment, config, parseOptions(process.argv.slice(2), config));

  let firstSignalAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm and the terminal often send the same signal twice: within a second it is one wish.
      const now = Date.now();
      if (firstSignalAt === 0) {
        firstSignalAt = now;
        stack.stop();
      } else if (now - firstSignalAt > 1000) {
        stack.force();
      }
    });
  }
  return stack.ended;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(
      `\n${error instanceof UserError ? error.message : `Parley could not start: ${error instanceof Error ? error.message : String(error)}`}`,
    );
    process.exit(1);
  },
);
