import type { ConcernFacts, JobFacts, WaveFacts } from '@parley/domain';
import type { Reader } from '../database/database';
import { type ConcernRow, concernRows, type JobRow, jobRows, stopAsked, type WaveRow } from './load';
import { stored, type StoredAssignment, type StoredError, type StoredResult } from './stored';

export interface LoadedWave {
  wave: WaveRow;
  jobs: JobRow[];
  concerns: ConcernRow[];
  assignments: StoredAssignment[];
  stop: { origin: 'person' | 'operator' } | null;
}

export async function loadWaveRows(db: Reader, wave: WaveRow): Promise<LoadedWave> {
  // A phase and its jobs are written together, and only a Team reviews.
  const hasBegun = wave.phase !== null;
  const [jobs, concerns, assignments, stop] = await Promise.all([
    hasBegun ? jobRows(db, wave.id) : [],
    hasBegun && wave.policy === 'team' ? concernRows(db, wave.id) : [],
    assignmentsOf(db, wave),
    stopAsked(db, wave.id),
  ]);
  return { wave, jobs, concerns, assignments, stop };
}

export async function assignmentsOf(db: Reader, wave: WaveRow): Promise<StoredAssignment[]> {
  const intent = await db.selectFrom('parley.intent').select('assignments').where('id', '=', wave.intent_id).executeTakeFirstOrThrow();
  return stored<StoredAssignment[]>(intent.assignments);
}

/** The rows as the domain's decisions read them. The vocabularies are checked by the database and by the code that writes. */
export function factsOf(loaded: LoadedWave): { wave: WaveFacts; jobs: JobFacts[]; concerns: ConcernFacts[] } {
  const { wave } = loaded;
  return {
    wave: {
      policy: wave.policy as WaveFacts['policy'],
      state: wave.state as WaveFacts['state'],
      gate: wave.gate as WaveFacts['gate'],
      stopRequested: loaded.stop !== null,
      assignments: loaded.assignments.map(({ role, revisionId }) => ({ role, participantRevisionId: revisionId })),
      settlement:
        wave.outcome === null || wave.reason === null
          ? null
          : ({ outcome: wave.outcome, reason: wave.reason } as NonNullable<WaveFacts['settlement']>),
    },
    jobs: loaded.jobs.map(jobFacts),
    concerns: loaded.concerns.map((row) => ({
      id: row.id,
      jobId: row.job_id,
      eligible: row.eligible,
      outcome: row.outcome as ConcernFacts['outcome'],
    })),
  };
}

export const jobFacts = (row: JobRow): JobFacts => ({
  id: row.id,
  phase: row.phase as JobFacts['phase'],
  role: row.role as JobFacts['role'],
  position: row.position,
  state: row.state as JobFacts['state'],
  delivery: row.delivery as JobFacts['delivery'],
  freshness: row.freshness as JobFacts['freshness'],
  result: row.result === null ? null : stored<StoredResult>(row.result),
  errorCode: row.error === null ? null : stored<StoredError>(row.error).code,
});
