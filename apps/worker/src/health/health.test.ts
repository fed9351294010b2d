import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHealthServer } from './health-server';
import { addHostChecks, type HostFacts } from './host-checks';
import { createReadiness } from './readiness';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** An API of which only the clock matters. */
async function apiWithClock(offsetMs: number): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString());
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  undo.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-health-'));
  undo.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function hostWith(change: Partial<HostFacts>) {
  const readiness = createReadiness();
  addHostChecks(readiness, {
    apiUrl: await apiWithClock(0),
    stateDir: folder(),
    environment: process.env,
    now: Date.now,
    journalFailed: () => false,
    sinceReportMs: () => 1_000,
    unsafeRuntimes: () => [],
    ...change,
  });
  return readiness.read();
}

/** A `git` that says it is of this version. */
function pathWithGit(version: string): NodeJS.ProcessEnv {
  const bin = folder();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho git version ${version}\n`, { mode: 0o755 });
  return { PATH: `${bin}:${process.env['PATH']}` };
}

test('a host that has everything lacks nothing', async () => {
  expect(await hostWith({})).toEqual({ missing: [], warnings: [] });
});

test('a host says by name what it lacks, and what to do', async () => {
  const missing = async (change: Partial<HostFacts>) => (await hostWith(change)).missing;
  expect(await missing({ environment: { PATH: folder() } })).toEqual([{ name: 'git', reason: expect.stringContaining('install Git') }]);
  expect(await missing({ environment: pathWithGit('2.20.1') })).toEqual([
    { name: 'git', reason: 'is too old (2.20): install 2.30 or newer' },
  ]);
  expect(await missing({ sinceReportMs: () => 45_000 })).toEqual([
    { name: 'api', reason: expect.stringMatching(/no report of this host for 45 s.*HOST_TOKEN/) },
  ]);
  expect(await missing({ sinceReportMs: () => null })).toHaveLength(1);
});

test('a host whose clock is wrong, either way, says so and works all the same', async () => {
  for (const hour of [-3_600_000, 3_600_000])
    expect(await hostWith({ apiUrl: await apiWithClock(hour) })).toEqual({
      missing: [],
      warnings: [{ name: 'clock', reason: expect.stringMatching(/^is 3(599|600|601) s apart from the API's: set both by NTP/) }],
    });
});

test('a disk that is nearly full is named with what is left', async () => {
  expect((await hostWith({ freeBytes: () => Promise.resolve(40 * 1024 * 1024) })).warnings).toEqual([
    { name: 'disk', reason: expect.stringMatching(/^has 40 MiB left where HOST_STATE_DIR is: make room/) },
  ]);
});

test('a runtime that nothing keeps from writing is named', async () => {
  expect((await hostWith({ unsafeRuntimes: () => ['Some CLI'] })).warnings).toEqual([
    { name: 'sandbox', reason: expect.stringContaining('cannot keep Some CLI from writing') },
  ]);
});

test('readyz tells what is missing with 503 and what should be looked at with 200; a copy is made only for who may ask', async () => {
  const readiness = createReadiness();
  let copies = 0;
  const health = await startHealthServer(0, readiness, { copyJournal: () => () => void (copies += 1) });
  undo.push(() => health.close());
  const at = `http://127.0.0.1:${health.port}`;
  const read = async (): Promise<unknown> => {
    const response = await fetch(`${at}/readyz`);
    return { status: response.status, ...((await response.json()) as object) };
  };
  readiness.warn('moon', () => 'is full');
  expect(await read()).toEqual({ status: 'ready', missing: [], warnings: [{ name: 'moon', reason: 'is full' }] });
  readiness.need('sun', () => Promise.reject(new Error('dark')));
  expect((await fetch(`${at}/readyz`)).status).toBe(503);
  expect(await read()).toMatchObject({ missing: [{ name: 'sun', reason: 'cannot be reached' }] });

  expect((await fetch(`${at}/journal-copy`, { method: 'POST' })).status).toBe(404);
  expect(copies).toBe(0);
  expect((await fetch(`${at}/journal-copy`, { method: 'POST', headers: { 'x-parley-action': 'backup' } })).status).toBe(204);
  expect(copies).toBe(1);
});

test('a journal that cannot be written is named, with what to do', async () => {
  const { missing } = await hostWith({ journalFailed: () => true });
  expect(missing).toEqual([{ name: 'journal', reason: expect.stringMatching(/turns are refused .* make room/) }]);
});
