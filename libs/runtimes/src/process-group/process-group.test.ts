import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../conformance';
import { childEnvironment, groupMembers, isGroupAlive, type ProcessGroup, spawnGroup } from '.';

const env = childEnvironment(process.env);
const started: ProcessGroup[] = [];
const start = async (script: string, wrap?: Parameters<typeof spawnGroup>[1]): Promise<ProcessGroup> => {
  const group = await spawnGroup({ command: process.execPath, args: ['-e', script], cwd: tmpdir(), env }, wrap);
  started.push(group);
  return group;
};
const firstOutput = (group: ProcessGroup): Promise<string> =>
  new Promise((resolve) => group.child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));

const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
const withGrandchild = `${stubborn} require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${stubborn} console.log('up')`)}], { stdio: 'inherit' });`;

afterEach(async () => {
  await Promise.all(started.splice(0).map((group) => group.end(0)));
});

describe('process group', () => {
  it('ends a child that obeys SIGTERM without SIGKILL', async () => {
    const group = await start("console.log('up'); setInterval(() => {}, 1000)");
    await firstOutput(group);
    expect(isGroupAlive(group.pgid, group.start)).toBe(true);
    expect(await group.end(2_000)).toEqual({ gone: true, killed: false, survivors: 0 });
  });

  it('kills a child and a grandchild that ignore SIGTERM and hold the pipe, soon after the grace', async () => {
    const group = await start(withGrandchild);
    await firstOutput(group);
    expect(groupMembers(group.pgid)).toHaveLength(2);
    const before = performance.now();
    expect(await group.end(200)).toMatchObject({ gone: true, killed: true });
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(groupMembers(group.pgid)).toEqual([]);
  });

  it('ends what a leader left behind when it had ended by itself', async () => {
    const group = await start(
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${stubborn} console.log('up')`)}], { stdio: 'inherit' }).unref(); setTimeout(() => process.exit(0), 300)`,
    );
    await firstOutput(group);
    await group.exited;
    expect(isGroupAlive(group.pgid, group.start)).toBe(true);
    expect(await group.end(100)).toMatchObject({ gone: true, killed: true });
  });

  it('takes a leader with another start mark for a stranger', async () => {
    const group = await start('setInterval(() => {}, 1000)');
    expect(isGroupAlive(group.pgid, '00000000-1')).toBe(process.platform !== 'linux');
    expect(isGroupAlive(group.pgid, null)).toBe(true);
  });

  it('rejects when the command does not exist', async () => {
    await expect(spawnGroup({ command: join(tmpdir(), 'no-such-command'), args: [], cwd: tmpdir(), env })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('gives the child no variable that was not named', async () => {
    const group = await start('console.log(JSON.stringify(Object.keys(process.env)))');
    process.env.HOST_TOKEN_OF_THIS_TEST = 'x';
    const names = JSON.parse(await firstOutput(group)) as string[];
    delete process.env.HOST_TOKEN_OF_THIS_TEST;
    expect(names.filter((name) => !['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'].includes(name))).toEqual([]);
  });

  it('keeps only the tail of standard error', async () => {
    const group = await start("process.stderr.write('x'.repeat(100000) + 'the end')");
    await new Promise((resolve) => group.child.stderr.once('close', resolve));
    expect(group.errorTail()).toHaveLength(16 * 1024);
    expect(group.errorTail()).toMatch(/the end$/);
  });

  it('runs what a sandbox wrapper makes of the command', async () => {
    const file = join(temporaryFolder('group'), 'wrapped');
    const group = await start('', (command) => ({
      ...command,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(file)}, 'yes')`],
    }));
    await group.exited;
    expect(readFileSync(file, 'utf8')).toBe('yes');
  });
});
