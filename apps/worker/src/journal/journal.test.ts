import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Journal, openJournal } from './journal';

let folder = '';
let journal: Journal;
const key = { jobId: 'job_1', attempt: 1 };
const path = (): string => join(folder, 'state', 'journal.db');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-journal-'));
  journal = openJournal(path(), () => 1_000);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a (job, attempt) is claimed once, also over a restart', () => {
  expect(journal.begin({ ...key, waveId: 'wav_1' })).toBe(true);
  expect(journal.begin({ ...key, waveId: 'wav_1' })).toBe(false);
  journal.close();
  journal = openJournal(path());
  expect(journal.begin({ ...key, waveId: 'wav_1' })).toBe(false);
  expect(journal.begin({ ...key, attempt: 2, waveId: 'wav_1' })).toBe(true);
});

test('a turn goes from not_sent over sending and acknowledged to terminal, and never back', () => {
  journal.begin({ ...key, waveId: 'wav_1' });
  expect(journal.get(key)?.state).toBe('not_sent');
  journal.update(key, { pgid: 42, startTicks: 'x-1', runtimeId: 'scripted' });
  journal.sending(key);
  expect(() => journal.sending(key)).toThrow('may not be sent');
  journal.acknowledged(key);
  expect(journal.get(key)).toMatchObject({ state: 'acknowledged', pgid: 42, startTicks: 'x-1', runtimeId: 'scripted', terminal: null });
  journal.terminal(key, '{"a":1}');
  journal.terminal(key, '{"a":2}');
  journal.acknowledged(key);
  expect(journal.get(key)).toMatchObject({ state: 'terminal', terminal: '{"a":1}', outcome: null });
  expect(() => journal.sending(key)).toThrow();
});

test('an end is owed to the API until it was acknowledged; then its body is forgotten, the attempt is not', () => {
  journal.begin({ ...key, waveId: 'wav_1' });
  expect(journal.open()).toHaveLength(1);
  journal.terminal(key, '{}');
  expect(journal.open()).toEqual([]);
  expect(journal.unsent().map((turn) => turn.jobId)).toEqual(['job_1']);
  journal.forgetBodies(2_000);
  expect(journal.unsent()).toHaveLength(1);
  journal.accepted(key, 'answered', 'f'.repeat(64));
  expect(journal.unsent()).toEqual([]);
  journal.forgetBodies(2_000);
  expect(journal.get(key)).toMatchObject({ state: 'terminal', terminal: null, outcome: 'answered' });
  expect(journal.begin({ ...key, waveId: 'wav_1' })).toBe(false);
});

test('a fenced attempt is refused later, and a sent one cannot be fenced', () => {
  journal.fence(key);
  expect(journal.begin({ ...key, waveId: 'wav_1' })).toBe(false);
  const second = { ...key, attempt: 2 };
  journal.begin({ ...second, waveId: 'wav_1' });
  journal.sending(second);
  journal.fence(second);
  expect(journal.get(second)?.state).toBe('sending');
});

test('it is on disk before it returns, and belongs to one process', () => {
  journal.close();
  journal = openJournal(path());
  expect(() => openJournal(path())).toThrow('in use by another process');
  const probe = new DatabaseSync(path(), { timeout: 0 });
  expect(() => probe.exec('create table x (y)')).toThrow(/locked/);
  probe.close();
});

test('a copy that is made while the journal is in use has everything', () => {
  journal.begin({ ...key, waveId: 'wav_1' });
  journal.sending(key);
  const copy = join(folder, 'copy.db');
  journal.copyTo(copy);
  journal.acknowledged(key);
  const other = openJournal(copy);
  expect(other.get(key)).toMatchObject({ state: 'sending', waveId: 'wav_1' });
  other.close();
});
