import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patch } from '../patches';
import type { History } from './history';

const marker = 'core_patch';

/** The ids of the patches that a history has passed, in order. */
export function patchesOf(history: History): string[] {
  return (history.events ?? []).flatMap(({ markerRecordedEventAttributes: recorded }) => {
    if (recorded?.markerName !== marker) return [];
    return (recorded.details?.['patch-data']?.payloads ?? []).map(
      ({ data }) => (JSON.parse(Buffer.from(data ?? []).toString('utf8')) as { id: string }).id,
    );
  });
}

type Known = Readonly<Record<string, Patch>>;
export const unknownPatches = (history: History, known: Known): string[] => patchesOf(history).filter((id) => !(id in known));

/** What is wrong between the calls in workflow code and the table of patches; empty when they say the same. */
export function patchMistakes(sources: Readonly<Record<string, string>>, known: Known): string[] {
  const called = new Map<string, Set<string>>();
  const mistakes: string[] = [];
  for (const [file, source] of Object.entries(sources))
    for (const [, call = '', literal, id = ''] of source.matchAll(/\b(patched|deprecatePatch)\((?:(['"])(.*?)\2)?/g)) {
      if (literal === undefined) mistakes.push(`${file}: ${call} without a literal id`);
      else if (!(id in known)) mistakes.push(`${file}: ${call}('${id}') is not in the table of patches`);
      else called.set(id, (called.get(id) ?? new Set()).add(call));
    }
  for (const [id, { state }] of Object.entries(known)) {
    const wanted = state === 'active' ? 'patched' : 'deprecatePatch';
    const calls = [...(called.get(id) ?? [])];
    if (calls.length !== 1 || calls[0] !== wanted)
      mistakes.push(`${id} is ${state} and wants ${wanted}, but the code has ${calls.join(' and ') || 'nothing'}`);
  }
  return mistakes;
}

/** The workflow code as it is in this folder's parent, without tests. */
export const workflowSources = (): Record<string, string> => {
  const folder = join(__dirname, '..');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'patches.ts');
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
};
