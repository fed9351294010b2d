import { expect, test } from '@playwright/test';
import { createFinder } from './finder';

const canary = 'canary "prompt" <ä> 7f3a/91';
const finder = createFinder([
  { kind: 'prompt', value: canary },
  { kind: 'name', value: 'Somebody Else' },
]);
const around = (text: string | Buffer): Buffer => Buffer.concat([Buffer.from('before '), Buffer.from(text), Buffer.from(' after')]);
const found = (bytes: Uint8Array): string[] => [...finder.kindsIn(bytes)];

const forms: Record<string, Buffer> = {
  'as it is': around(canary),
  'in JSON': around(JSON.stringify({ text: canary })),
  'in JSON inside JSON': around(JSON.stringify(JSON.stringify({ text: canary }))),
  'in JSON of ASCII only': around(JSON.stringify(canary).replace('ä', '\\u00e4')),
  'in an address': around(encodeURIComponent(canary)),
  'in a form': around(new URLSearchParams({ q: canary }).toString()),
  'in HTML': around(canary.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')),
  'in hexadecimal': around(Buffer.from(canary).toString('hex')),
  'in UTF-16, little end first': Buffer.from(`before ${canary} after`, 'utf16le'),
  'in UTF-16, big end first': Buffer.from(`before ${canary} after`, 'utf16le').swap16(),
};
for (const offset of [0, 1, 2]) {
  const data = Buffer.from(`${'x'.repeat(offset + 3)}${canary}${'y'.repeat(5 - offset)}`);
  forms[`in base64, alignment ${offset}`] = around(data.toString('base64'));
  forms[`in base64 for addresses, alignment ${offset}`] = around(data.toString('base64url'));
}

for (const [form, bytes] of Object.entries(forms))
  test(`a canary is found ${form}`, () => {
    expect(found(bytes)).toEqual(['prompt']);
  });

test('a canary is found at the very start, at the very end, and beside another one', () => {
  expect(found(Buffer.from(canary))).toEqual(['prompt']);
  expect(found(Buffer.from(`x${canary}`))).toEqual(['prompt']);
  expect(found(Buffer.from(`Somebody Else${canary}`)).sort()).toEqual(['name', 'prompt']);
});

test('what is not a canary is not found', () => {
  expect(found(Buffer.from(canary.slice(1)))).toEqual([]);
  expect(found(Buffer.from(`${canary.slice(0, -1)} Somebody else`))).toEqual([]);
  expect(found(Buffer.from('short'))).toEqual([]);
});

test('a thousand canaries are looked for as fast as one', () => {
  const many = createFinder(Array.from({ length: 1_000 }, (_, i) => ({ kind: `k${i}`, value: `canary number ${i} of a thousand` })));
  const bytes = Buffer.concat([Buffer.alloc(8_000_000, 'nothing to see here, '), Buffer.from('canary number 999 of a thousand')]);
  const began = performance.now();
  expect([...many.kindsIn(bytes)]).toEqual(['k999']);
  expect(performance.now() - began).toBeLessThan(2_000);
});
