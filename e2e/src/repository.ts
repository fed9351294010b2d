import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Place } from './citations';

export interface TestRepository {
  path: string;
  label: string;
  write(file: string, text: string): void;
  /** Whether a cited place exists: the file, and a line of that number that is not empty. */
  has(place: Place): boolean;
  git(...args: string[]): string;
  remove(): void;
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];

/** A small, real project about parcels: enough to ask about, with a constant, a function and a test that can be cited. */
export const parcelProject: Record<string, string> = {
  'README.md': '# Parcel desk\n\nRegisters parcels and works out what they cost. A parcel above 30 kg is refused.\n',
  'src/limits.ts':
    '/** Parcels above this weight are refused at the desk. */\nexport const maximumWeightKg = 30;\nexport const freeShippingFromEuro = 50;\n',
  'src/price.ts':
    "import { freeShippingFromEuro, maximumWeightKg } from './limits';\n\nexport class TooHeavy extends Error {}\n\n/** Shipping price in euro. */\nexport function shippingPrice(weightKg: number, valueEuro: number): number {\n  if (weightKg > maximumWeightKg) throw new TooHeavy(`${weightKg} kg`);\n  if (valueEuro >= freeShippingFromEuro) return 0;\n  return 4.5 + weightKg * 0.4;\n}\n",
  'src/desk.ts':
    "import { shippingPrice } from './price';\n\nexport interface Parcel {\n  id: string;\n  weightKg: number;\n  valueEuro: number;\n}\n\n/** Registers a parcel and returns its receipt. */\nexport function registerParcel(parcel: Parcel): { id: string; price: number } {\n  return { id: parcel.id, price: shippingPrice(parcel.weightKg, parcel.valueEuro) };\n}\n",
  'test/price.test.ts':
    "import { shippingPrice } from '../src/price';\n\ntest('a light parcel costs its weight', () => expect(shippingPrice(1, 10)).toBe(4.9));\n",
};

export function makeRepository(files: Record<string, string> = parcelProject, label = 'parcel-desk'): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-repository-'));
  const path = join(folder, label);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  const git = (...args: string[]): string => execFileSync('git', ['-C', path, ...identity, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Register parcels');
  const has = ({ path: cited, line }: Place): boolean => {
    const file = join(path, cited.startsWith(`${label}/`) ? cited.slice(label.length + 1) : cited);
    return existsSync(file) && (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '') !== '';
  };
  return { path, label, write, has, git, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
