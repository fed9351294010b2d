import type { Client } from '@parley/client';
import { isGroupAlive, terminateGroup } from '@parley/runtimes';
import { limits } from '@parley/domain';
import type { Reconciled } from '@parley/workflows';
import { isFinal } from '../host/host-api';
import { type Journal, type JournalTurn, JournalUnwritable, steadyNow, type TurnKey } from '../journal/journal';
import type { Logger } from '../log';
import { checkCitations } from './citations';
import { nowhere, type Outbox } from './outbox';
import { compareRoots, localRoots, type PrepareDeps } from './prepare';
import type { RunningTurns } from './running-turns';
import { type Checks, encodeTerminal, notDelivered, type Terminal, terminalOf } from './terminal';

export interface ReconcileDeps extends PrepareDeps {
  api: Client;
  journal: Journal;
  outbox: Outbox;
  running: RunningTurns;
  log: Logger;
  now: () => number;
}
export interface Reconciler {
  /** What can be proven about a turn, now. Asking twice at once is one look. */
  look(key: TurnKey): Promise<Reconciled>;
  /** Ends the group of a turn that nobody runs any more. False: the turn was never seen here. */
  interrupt(key: TurnKey): boolean;
}

const idOf = ({ jobId, attempt }: TurnKey): string => `${jobId}/${attempt}`;
const nothingChecked: Checks = { freshness: 'unknown', citations: [] };

export function createReconciler(deps: ReconcileDeps): Reconciler {
  const looking = new Map<string, Promise<Reconciled>>();
  const look = (key: TurnKey): Promise<Reconciled> => {
    const id = idOf(key);
    const known = looking.get(id);
    if (known) return known;
    const begun = lookOnce(deps, key).finally(() => looking.delete(id));
    looking.set(id, begun);
    return begun;
  };
  return {
    look,
    interrupt(key) {
      const { journal, running } = deps;
      const row = journal.get(key);
      if (!row) return false;
      note(deps, key, 'sending');
      const turn = running.get(key);
      if (turn) turn.interrupt('stop');
      else if (row.state !== 'terminal') void look(key).catch(() => undefined);
      note(deps, key, 'acknowledged');
      return true;
    },
  };
}

/** An interrupt is carried out also when it cannot be written down: it asks nobody for anything. */
function note({ journal, log }: ReconcileDeps, key: TurnKey, interrupt: JournalTurn['interrupt']): void {
  try {
    journal.update(key, { interrupt });
  } catch (error) {
    if (!(error instanceof JournalUnwritable)) throw error;
    log.error({ err: error, jobId: key.jobId, attempt: key.attempt }, 'interrupt not written down');
  }
}

async function lookOnce(deps: ReconcileDeps, key: TurnKey): Promise<Reconciled> {
  const { journal, outbox, running } = deps;
  if (running.get(key)) return { status: 'alive' };
  const row = journal.get(key);
  // Never seen, or never sent: proof, once a task that comes late is refused.
  if (!row || row.state === 'not_sent') {
    if (row && row.pgid !== null) await terminateGroup(row.pgid, row.startTicks, limits.killGraceMs);
    journal.fence(key);
    return { status: 'not_sent' };
  }
  if (row.state === 'terminal') {
    if (row.terminal === null && row.outcome === null) return { status: 'not_sent' };
    // Who asks does not have the end, although the API took it once: its database may have been restored from a backup that was older.
    const accepted = row.terminal === null ? nowhere : await outbox.deliver(key, { again: true });
    return accepted === nowhere ? { status: 'unknown' } : { status: 'settled', ...accepted };
  }
  return lookAtSent(deps, row);
}

async function lookAtSent(deps: ReconcileDeps, row: JournalTurn): Promise<Reconciled> {
  const { journal, outbox, runtimes, now } = deps;
  const interrupted = row.interrupt !== 'not_sent';
  const late = row.deadlineAt !== null && now() > row.deadlineAt;
  let alive = row.pgid !== null && isGroupAlive(row.pgid, row.startTicks);
  // A group that lives was started since the machine was: its time is judged by the clock that nobody can set.
  const overdue = row.deadlineSteady !== null && steadyNow() > row.deadlineSteady;
  if (alive && row.pgid !== null && (interrupted || overdue))
    alive = !(await terminateGroup(row.pgid, row.startTicks, limits.killGraceMs)).gone;
  if (alive) return { status: 'alive' };

  const end = async (terminal: Terminal): Promise<Reconciled> => {
    journal.terminal(row, encodeTerminal({ ...terminal, reconciled: true }));
    return { status: 'settled', ...(await outbox.deliver(row)) };
  };
  const common = {
    attestation: row.attestation === null ? null : (JSON.parse(row.attestation) as Terminal['attestation']),
    startedAt: row.startedAt === null ? null : new Date(row.startedAt).toISOString(),
    finishedAt: new Date(now()).toISOString(),
  };
  // What the provider told before its host died was spent, whatever became of the turn.
  const usage = row.usage === null ? null : (JSON.parse(row.usage) as Terminal['usage']);
  const delivery = row.state === 'acknowledged' ? 'acknowledged' : 'sending';
  const found = await runtimes
    .get(row.runtimeId ?? '')
    ?.reconcile({ ...row, delivery })
    .catch(() => null);
  switch (found?.status) {
    case 'alive':
      return { status: 'alive' };
    case 'not_delivered':
      return end(notDelivered(null, common));
    case 'terminal':
      return end(
        terminalOf(
          { ...found.result, usage: found.result.usage ?? usage },
          found.result.status === 'completed' ? await check(deps, row, found.result.output) : nothingChecked,
          false,
          common,
        ),
      );
    default:
      // The group is proven gone because we ended it: whatever it did, it does nothing any more, and its output is lost.
      if (interrupted && row.pgid !== null)
        return end(terminalOf({ status: 'interrupted', partial: null, usage }, nothingChecked, false, common));
      if (late && row.pgid !== null)
        return end(terminalOf({ status: 'failed', code: 'deadline_exceeded', usage }, nothingChecked, false, common));
      return { status: 'unknown' };
  }
}

/** As after a turn of this process; without the assignment nothing can be said about the repositories. */
async function check(deps: ReconcileDeps, key: TurnKey, output: string): Promise<Checks> {
  try {
    const assignment = await deps.api.call('getAssignment', { params: { jobId: key.jobId, attempt: key.attempt } });
    const roots = localRoots(deps.repositories, assignment);
    if (roots === null) return nothingChecked;
    return { freshness: await compareRoots(deps.repositories, assignment), citations: await checkCitations(output, roots) };
  } catch (error) {
    if (!isFinal(error)) deps.log.warn({ err: error, jobId: key.jobId, attempt: key.attempt }, 'assignment not readable');
    return nothingChecked;
  }
}
