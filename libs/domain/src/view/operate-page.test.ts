import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recoveryCodes, waitCodes, waitReasons } from './waiting-reasons';

const page = readFileSync(join(__dirname, '../../../../docs/operate.md'), 'utf8');
/** The codes in the first column of the table below a heading. */
const codesBelow = (heading: string): string[] => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([a-z_]+)` +\|/gm)].map((match) => match[1] ?? '');
};

test('the page for operators has a row for every reason for waiting, and no other', () => {
  const others = waitCodes.filter((code) => !(recoveryCodes as readonly string[]).includes(code));
  expect(codesBelow('Why is this wave waiting?').sort()).toEqual([...others].sort());
  expect(codesBelow('Cannot confirm').sort()).toEqual([...recoveryCodes].sort());
});

test('the words for Temporal name nobody, and say what ends the waiting', () => {
  for (const { says, ends } of Object.values(waitReasons)) {
    expect(says).toMatch(/^[a-z].*[^.]$|^Temporal /);
    expect(ends).toMatch(/^[A-Z].*\.$/);
  }
});
