import { contextFingerprint, decideGate, type GateState } from '@parley/domain';
import type { RootEvidence } from '@parley/contracts';
import type { Frozen } from '@parley/workflows';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Reader, Trx } from '../database/database';
import { newId } from '../database/ids';
import { sha256 } from '../messages/sha256';
import { advance } from './advance';
import type { WaveRow } from './load';
import { changeWave, moveWave } from './move';
import { jsonb } from '../database/json';
import { stored, type StoredRef, type StoredRoot, type StoredTranscript } from './stored';
import { recordTimeline } from './timeline.repo';

type Evidence = z.output<typeof RootEvidence>;

/** The references that came with the wave's message, as they were selected then. */
export async function refsOf(db: Reader, wave: WaveRow): Promise<StoredRef[]> {
  const row = await db
    .selectFrom('parley.message as message')
    .innerJoin('parley.context_revision as revision', 'revision.id', 'message.context_revision_id')
    .select('revision.refs')
    .where('message.id', '=', wave.message_id)
    .executeTakeFirst();
  return row ? stored<StoredRef[]>(row.refs) : [];
}
export const rootsAmong = (refs: readonly StoredRef[]): StoredRef[] => refs.filter((ref) => ref.access === 'filesystem_read');

export const fingerprintOfRoots = (roots: readonly Pick<StoredRoot, 'repositoryId' | 'access' | 'generation'>[]): string =>
  contextFingerprint(
    sha256,
    roots.map((root) => ({ kind: 'repository', id: root.repositoryId, access: root.access, generation: root.generation })),
  );

/**
 * Makes the immutable snapshot once, if the gate lets it. `seen`: the fingerprint that a person saw, in the preview or by Continue; null takes
 * what was captured as seen. An unreadable source never narrows the context by itself: a person decides.
 */
export async function freeze(trx: Trx, wave: WaveRow, seen: string | null): Promise<Frozen> {
  if (wave.snapshot_id !== null) return { gate: 'ready', step: await advance(trx, wave) };
  const roots = await capturedRoots(trx, wave);
  const unreadable = roots.filter((root) => root.access === 'unavailable').map((root) => ({ label: root.label, reason: 'unreadable' }));
  const fingerprint = fingerprintOfRoots(roots);
  // A preview of sources that nobody had looked at showed no state of them: there is nothing to compare with.
  const unseen = seen === fingerprintOfRoots(roots.map((root) => ({ ...root, generation: null })));
  const gate = decideGate({ seenFingerprint: unseen ? null : seen, fingerprint, unreadable });
  switch (gate.gate) {
    case 'interrupted':
      await closeGate(trx, wave, gate.gate, null, gate.code);
      return gate;
    case 'reconfirmation_required':
      await closeGate(trx, wave, gate.gate, gate.fingerprint, null);
      return gate;
    case 'ready':
      await writeSnapshot(trx, wave, roots, fingerprint);
      return { gate: 'ready', step: await advance(trx, wave) };
  }
}

async function closeGate(trx: Trx, wave: WaveRow, gate: GateState, fingerprint: string | null, code: string | null): Promise<void> {
  if (wave.gate === gate && wave.gate_fingerprint === fingerprint && wave.gate_code === code && wave.waiting === null) return;
  await recordTimeline(trx, wave.id, gate === 'interrupted' ? 'gate_interrupted' : 'gate_changed', code === null ? {} : { code });
  await changeWave(trx, wave, { gate, gate_fingerprint: fingerprint, gate_code: code, waiting: null });
}

async function writeSnapshot(trx: Trx, wave: WaveRow, roots: StoredRoot[], fingerprint: string): Promise<void> {
  const id = newId('snapshot', new Date());
  const notes = roots
    .filter((root) => root.access === 'metadata_only')
    .map((root) => `${root.label} is named only: a response reads at most three repositories.`);
  const transcript = await transcriptOf(trx, wave);
  await Promise.all([
    trx
      .insertInto('parley.snapshot')
      .values({ id, wave_id: wave.id, fingerprint, roots: jsonb(roots), transcript: jsonb(transcript), notes: jsonb(notes) })
      .execute(),
    recordTimeline(trx, wave.id, 'context_frozen'),
    moveWave(trx, wave, 'queued', { snapshot_id: id, gate: 'ready', gate_fingerprint: null, gate_code: null, waiting: null }),
  ]);
}

export async function transcriptOf(db: Reader, wave: WaveRow): Promise<StoredTranscript> {
  // An array is looked up in the index; "id in (select …)" here went through every message there is.
  const { rows } = await sql<{ window_ids: unknown; omitted: number; first: number | null; last: number | null }>`
    select intent.window_ids, intent.omitted, span.first, span.last
    from parley.intent
    cross join lateral (
      select min(message.ordinal) as first, max(message.ordinal) as last
      from parley.message
      where message.id = any (array(select jsonb_array_elements_text(intent.window_ids)))
    ) as span
    where intent.id = ${wave.intent_id}`.execute(db);
  const [intent] = rows;
  if (!intent) throw new Error(`wave ${wave.id} has no intent`);
  return {
    messageIds: stored<string[]>(intent.window_ids),
    omitted: intent.omitted,
    firstOrdinal: intent.first,
    lastOrdinal: intent.last,
  };
}

/** What the host captured, in the order of the references. A root without evidence counts as unreadable. */
export async function capturedRoots(trx: Reader, wave: WaveRow): Promise<StoredRoot[]> {
  return rootsOf(trx, wave, await refsOf(trx, wave));
}

export async function rootsOf(trx: Reader, wave: WaveRow, refs: readonly StoredRef[]): Promise<StoredRoot[]> {
  const posted =
    rootsAmong(refs).length === 0
      ? undefined
      : await trx
          .selectFrom('parley.context_evidence')
          .select('roots')
          .where('wave_id', '=', wave.id)
          .where('host_id', '=', wave.host_id ?? '')
          .executeTakeFirst();
  const evidence = new Map((posted ? stored<Evidence[]>(posted.roots) : []).map((root) => [root.repositoryId, root]));
  return refs.map((ref): StoredRoot => {
    const found = ref.access === 'filesystem_read' ? evidence.get(ref.id) : undefined;
    const root = {
      repositoryId: ref.id,
      label: ref.label,
      branch: found?.branch ?? null,
      headSha: found?.headSha ?? null,
      edited: found?.edited ?? 0,
      untracked: found?.untracked ?? 0,
    };
    if (ref.access === 'metadata_only') return { ...root, generation: null, access: 'metadata_only' };
    return found?.status === 'captured' && found.generation !== null
      ? { ...root, generation: found.generation, access: 'filesystem_read' }
      : { ...root, generation: null, access: 'unavailable' };
  });
}
