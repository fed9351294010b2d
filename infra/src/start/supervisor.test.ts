import { type ChildProcess, spawn } from 'node:child_process';
import { type Service, Supervisor } from './supervisor';

const told: string[] = [];
beforeEach(() => {
  told.length = 0;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => (told.push(String(text)), true));
});
afterEach(() => jest.restoreAllMocks());

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
const service = (name: string, script: string): Service => ({
  ...{ name, stopSignal: 'SIGTERM', forceSignal: 'SIGKILL', graceMs: 300, logFile: `${name}.log` },
  start: async (onSpawn) => {
    const child = spawn(process.execPath, ['-e', `${script}; console.log('ready'); setTimeout(() => {}, 60000)`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    onSpawn(child);
    await new Promise((done) => child.stdout.once('data', done));
    return child;
  },
});

test('services are stopped last first, and one that does not listen is ended by force', async () => {
  const supervisor = new Supervisor(
    ['a', 'b'],
    () => undefined,
    () => undefined,
  );
  await supervisor.start(service('a', ''));
  await supervisor.start(service('b', "process.on('SIGTERM', () => {})"));
  const order: string[] = [];
  await supervisor.stop((name) => order.push(name));
  expect(order).toEqual(['b', 'a']);
  expect(children.map((child) => child.signalCode)).toEqual(['SIGTERM', 'SIGKILL']);
});

test('a service that ends by itself is started again, and the person is told', async () => {
  const changed: number[] = [];
  const supervisor = new Supervisor(
    ['a'],
    (running) => changed.push(running[0]?.pid ?? 0),
    () => undefined,
  );
  await supervisor.start(service('a', ''));
  const first = children[0]!;
  first.kill('SIGKILL');
  while (changed.length < 2) await new Promise((done) => setTimeout(done, 20));
  expect(changed[1]).not.toBe(first.pid);
  expect(told.join('')).toContain('a ended by SIGKILL; starting it again in 1 s (try 1 of 5). Its log: a.log');
  await supervisor.stop(() => undefined);
});
