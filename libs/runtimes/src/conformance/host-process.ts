import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JournalledTurn, TurnInput } from '../port';

/**
 * A host that lives in a process of its own and can be killed. The program imports a module that exports `runtime`, runs one turn and prints
 * what a journal would hold: `sending` in `beforeSend`, the group, the acknowledgement.
 */
const program = `
const [module, encoded] = process.argv.slice(1);
const { runtime } = await import(module);
const input = { ...JSON.parse(encoded), signal: new AbortController().signal };
const journal = { jobId: input.assignment.jobId, attempt: input.assignment.attempt, delivery: 'sending', pgid: null, startTicks: null, providerSessionId: null, providerTurnId: null };
const tell = (at) => console.log(JSON.stringify({ at, journal }));
await runtime.send(input, async () => tell('sending'), (event) => {
  if (event.type === 'group') Object.assign(journal, { pgid: event.pgid, startTicks: event.startTicks });
  if (event.type === 'acknowledged') {
    Object.assign(journal, { delivery: 'acknowledged', providerSessionId: event.providerSessionId, providerTurnId: event.providerTurnId });
    tell('acknowledged');
  }
  if (event.type === 'delta') tell('delta');
});
`;

/** Runs the turn in a host process, kills that process with SIGKILL at the named moment, and gives back what its journal held. */
export function hostDeath(
  modulePath: string,
  input: TurnInput,
  at: 'sending' | 'acknowledged' | 'delta',
  env: Record<string, string> = {},
): Promise<JournalledTurn> {
  const hooks = pathToFileURL(join(__dirname, '..', 'source-hooks.mjs')).href;
  const args = [
    '--conditions=@parley/source',
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
    '--import',
    hooks,
    '--input-type=module',
    '-e',
    program,
  ];
  const { signal: _signal, ...plain } = input;
  const child = spawn(process.execPath, [...args, pathToFileURL(modulePath).href, JSON.stringify(plain)], {
    // eslint-disable-next-line no-restricted-properties -- a test process inherits what the test has
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let errors = '';
  let journal: JournalledTurn | undefined;
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const line = text
      .split('\n')
      .slice(0, -1)
      .find((one) => (JSON.parse(one) as { at: string }).at === at);
    if (!line || journal) return;
    journal = (JSON.parse(line) as { journal: JournalledTurn }).journal;
    child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => (journal ? resolve(journal) : reject(new Error(`the host ended before "${at}": ${errors.slice(-2000)}`))));
  });
}
