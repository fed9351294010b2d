import { mkdirSync } from 'node:fs';
import { type Config, parseConfig, readEnvironment, UserError } from '../config/infra.config';
import { lockHolder } from '../start/lock';
import { bold, dim, say } from '../start/output';
import { readLocalState, repositoryRoot, stateFolder } from '../state/state-folder';
import { type Check, runCheck } from './check';
import { machineChecks } from './machine-checks';
import { stackChecks } from './stack-checks';
import { temporalChecks } from './temporal-checks';

const marks = { good: '✓', bad: '✗', skipped: '-' } as const;

async function runAll(title: string, checks: Check[]): Promise<number> {
  say(`\n${bold(title)}`);
  let wrong = 0;
  for (const check of checks) {
    const finding = await runCheck(check);
    say(`  ${marks[finding.status]} ${check.name.padEnd(18)} ${finding.detail}`);
    if (finding.status === 'bad') {
      wrong += 1;
      say(`    → ${finding.way}`);
    }
  }
  return wrong;
}

/** `npm run doctor`: whether everything that a run needs is there and does what it should. Exit code 1 when something is wrong. */
async function main(): Promise<number> {
  const config: Config = parseConfig(readEnvironment(repositoryRoot));
  const folder = stateFolder(config);
  mkdirSync(folder, { recursive: true });
  const isRunning = lockHolder(folder) !== null;
  let wrong = await runAll('This machine', machineChecks(config, folder, isRunning));
  const state = readLocalState(folder);
  if (isRunning && state) {
    wrong += await runAll('The running stack', stackChecks(state));
    wrong += await runAll('Temporal', temporalChecks({ address: state.temporalAddress, namespace: state.temporalNamespace }));
  } else {
    say(`\n${dim('Parley is not running here: start it with `npm start`, and ask again to check the running stack.')}`);
  }
  say(wrong === 0 ? '\nEverything is as it should be.' : `\n${wrong} ${wrong === 1 ? 'thing needs' : 'things need'} attention.`);
  return wrong === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(
      error instanceof UserError
        ? error.message
        : `The doctor failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exit(1);
  },
);
