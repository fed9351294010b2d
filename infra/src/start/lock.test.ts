import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '../state/process-identity';
import { lockHolder, takeLock } from './lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const url = 'http://localhost:4300';
const file = (): string => join(folder, 'lock.json');
const writeLock = (lock: object): void =>
  writeFileSync(file(), JSON.stringify({ since: '2026-01-01T10:00:00Z', webUrl: url, stopping: false, ...lock }));

test('a second launcher is told who runs and what to do', async () => {
  const lock = await takeLock(folder, url);
  expect(lockHolder(folder)?.pid).toBe(process.pid);
  await expect(takeLock(folder, url)).rejects.toThrow(new RegExp(`already running here \\(process ${process.pid}, .*kill ${process.pid}`));
  lock.release();
  expect(existsSync(file())).toBe(false);
});

test('the lock of a process that is gone is taken over, also when its pid is used again', async () => {
  writeLock({ pid: process.pid, startTime: 'another time' });
  const lock = await takeLock(folder, url);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid, startTime: startTimeOf(process.pid) });
  lock.release();
});

test('a damaged lock belongs to nobody', async () => {
  writeFileSync(file(), '{"pid":');
  (await takeLock(folder, url)).release();
});

test('a launcher that is stopping is waited for', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  await once(other, 'spawn');
  writeLock({ pid: other.pid, startTime: startTimeOf(other.pid!), stopping: true });
  const taken = takeLock(folder, url);
  other.kill('SIGKILL');
  (await taken).release();
});

test('giving back a lock that is not mine any more changes nothing', async () => {
  const lock = await takeLock(folder, url);
  writeLock({ pid: 1, startTime: 'x' });
  lock.release();
  expect(existsSync(file())).toBe(true);
});
