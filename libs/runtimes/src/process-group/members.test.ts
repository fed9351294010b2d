import { readdirSync, readFileSync } from 'node:fs';
import { isGroupAlive } from './members';

jest.mock('node:fs', () => ({
  ...jest.requireActual<typeof import('node:fs')>('node:fs'),
  readdirSync: jest.fn(),
  readFileSync: jest.fn(),
}));

const stat = (pid: number, state: string): string => `${pid} (sh) ${state} 1 70 70 ${'0 '.repeat(15)}900 0`;

(process.platform === 'linux' ? it : it.skip)('finds a child that was forked while the list of processes was gone through', () => {
  // The leader 70 forks 71 after the first list was read, and is dead when its line is read.
  jest
    .mocked(readdirSync)
    .mockReturnValueOnce(['70'] as never)
    .mockReturnValue(['70', '71'] as never);
  jest
    .mocked(readFileSync)
    .mockImplementation((path) =>
      String(path).includes('boot_id') ? 'bootbootboot' : String(path).includes('/71/') ? stat(71, 'S') : stat(70, 'Z'),
    );
  expect(isGroupAlive(70, null)).toBe(true);
});
