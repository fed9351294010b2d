import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Stack, type StackOptions, startStack } from '../src/stack';
import type { reporter } from './report';
import { startTraffic } from './traffic';

const names = ['api', 'host', 'orchestrator'] as const;
type Name = (typeof names)[number];

export interface Clocks {
  /** The stack's processes, each with a clock that can be moved while it runs. */
  stack: Stack;
  move(name: Name, hours: number): void;
  stop(): Promise<void>;
}

export async function startWithClocks(options: StackOptions = {}): Promise<Clocks> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-clocks-'));
  const file = (name: Name): string => join(folder, name);
  const move = (name: Name, hours: number): void => writeFileSync(file(name), String(hours * 3_600_000));
  for (const name of names) move(name, 0);
  const stack = await startStack({
    ...options,
    web: false,
    env: { LOG_LEVEL: 'info', NODE_OPTIONS: `--require ${join(__dirname, 'moved-clock.cjs')}`, MOVED_CLOCK: file('orchestrator') },
    apiEnv: { MOVED_CLOCK: file('api') },
    hostEnv: { MOVED_CLOCK: file('host') },
  });
  return {
    stack,
    move,
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Moves {
  moves: readonly (readonly [Name, number])[];
  /** How long a clock stays wrong. */
  wrongMs: number;
  /** Also waits for the end of a limit of sign-ins that began before the clock was put back. */
  withSignIns: boolean;
}

const windowMs = 61_000;

export async function moveClocks(
  { stack, move }: Clocks,
  { moves, wrongMs, withSignIns }: Moves,
  { found }: ReturnType<typeof reporter>,
): Promise<void> {
  const traffic = await startTraffic(stack, { client: stack.client, delayMs: 1_200 });
  await delay(2_000);
  for (const [name, hours] of moves) {
    const what = `${name} ${hours > 0 ? 'an hour ahead' : 'an hour behind'}`;
    const limited = withSignIns && name === 'api' && hours < 0;
    if (limited) found('sign-ins before the clock is put back', await signInsUntilRefused(stack));
    move(name, hours);
    await delay(300);
    const atOnce = await hostIsOnline(stack);
    if (name === 'api') {
      const status = await useLink(stack);
      found(`${what}: a sign-in link`, status, status === 200);
    }
    await delay(wrongMs);
    const online = atOnce && (await hostIsOnline(stack));
    found(`${what}: the host is`, online ? 'online' : 'offline', online);
    if (name === 'api') {
      const warned = await clockWarning(stack);
      found(`${what}: readyz`, warned ?? 'says nothing', warned !== null);
    }
    if (limited) {
      await delay(windowMs - wrongMs);
      const status = await signIn(stack);
      found(`${what}: sign-in after a minute`, status, status === 401);
    }
    move(name, 0);
    await delay(1_000);
  }
  await traffic.judge(found);
}

async function hostIsOnline({ client }: Stack): Promise<boolean> {
  const { items } = await client.call('listHosts');
  return items.length > 0 && items.every((host) => host.online);
}

async function clockWarning({ apiUrl }: Stack): Promise<string | null> {
  const { warnings } = (await (await fetch(`${apiUrl}/readyz`)).json()) as { warnings: { name: string; reason: string }[] };
  return warnings.find(({ name }) => name === 'clock')?.reason.split(';', 1)[0] ?? null;
}

const post = async ({ apiUrl, webUrl }: Stack, path: string, body: object): Promise<number> =>
  (
    await fetch(`${apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(webUrl).origin },
      body: JSON.stringify(body),
    })
  ).status;

const useLink = async (stack: Stack): Promise<number> =>
  post(stack, '/v1/session/local-link', { token: (await stack.newLink()).split('token=')[1] });
const signIn = (stack: Stack): Promise<number> =>
  post(stack, '/v1/session/sign-in', { email: 'nobody@example.test', password: 'not the password' });

async function signInsUntilRefused(stack: Stack): Promise<string> {
  for (let tries = 1; tries < 100; tries += 1) if ((await signIn(stack)) === 429) return `refused after ${tries}`;
  return 'never refused';
}
