import { createRuntimes } from '@parley/runtimes';
import { queues, type TurnActivities } from '@parley/workflows';
import { Context, heartbeat } from '@temporalio/activity';
import { type ActivitySlotInfo, type NativeConnection, Worker } from '@temporalio/worker';
import { rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countingSlots } from '../capacity/counting-slots';
import type { HostConfig } from '../config/worker.config';
import { controlActivities } from '../control/control-activities';
import { createGit } from '../git';
import { addHostChecks } from '../health/host-checks';
import type { Readiness } from '../health/readiness';
import { copyJournal } from '../journal/copy-journal';
import { type Journal, JournalUnwritable, openJournal } from '../journal/journal';
import type { Logger } from '../log';
import { createRepositories } from '../repositories/repositories';
import { commonOptions } from '../temporal/connect';
import { createOutbox } from '../turn/outbox';
import { createReconciler } from '../turn/reconcile';
import { recoverJournal } from '../turn/recover-journal';
import { runTurn, type TurnContext } from '../turn/run-turn';
import { createRunningTurns } from '../turn/running-turns';
import { createHostApi, untilAnswered } from './host-api';
import { createReporter } from './report';

export interface HostRole {
  workers: Worker[];
  /**
   * Takes no further turn, and gives those that run their time: `drainMs`, or until `hurry`. Then they are told to end; they still tell their
   * ends. Until the last has ended the host serves them: a stop reaches them, and the API hears that the host is there.
   */
  drain(hurry: AbortSignal): Promise<void>;
  /** For a backup; see `copy-journal.ts`. */
  copyJournal(): void;
  close(): Promise<void>;
}
export interface HostOptions {
  config: HostConfig;
  environment: NodeJS.ProcessEnv;
  connection: NativeConnection;
  namespace: string;
  version: string;
  log: Logger;
  readiness: Readiness;
  /** Aborted when the process is told to end: a host that is not ready yet gives up. */
  ending: AbortSignal;
}

const bodiesKeptMs = 7 * 24 * 60 * 60_000;
const controlAtOnce = 20;
/** Longer than a turn takes that is told to end: Temporal's own cancellation would look like a person's stop. */
const endingMs = 30_000;

/** Puts a host together: journal first, then the API, then what the journal owes, and only then new turns. */
export async function createHost({
  config,
  environment,
  connection,
  namespace,
  version,
  log,
  readiness,
  ending,
}: HostOptions): Promise<HostRole> {
  const now = Date.now;
  const journal = openJournal(join(config.stateDir, 'journal.db'));
  forgetOld(journal, now() - bodiesKeptMs, log);
  const scratchDir = join(config.stateDir, 'scratch');
  await rm(scratchDir, { recursive: true, force: true });

  const api = createHostApi(config.apiUrl, config.token);
  const runtimeList = createRuntimes({ environment, scriptedProvider: config.scripted, openaiCompatible: config.openaiCompatible });
  const runtimes = new Map(runtimeList.map((runtime) => [runtime.id, runtime]));
  const repositories = createRepositories(config.repositories, createGit(environment));
  const running = createRunningTurns();
  const outbox = createOutbox(api, journal, log);
  const slots = countingSlots<ActivitySlotInfo>(config.capacity);
  const shared = { api, journal, outbox, running, runtimes, repositories, allowInstructed: config.allowInstructed, log, now };
  const reconciler = createReconciler(shared);
  const recovery = recoverJournal(shared, reconciler, () => slots.removeUnproven());
  slots.addUnproven(recovery.unproven);

  const registration = { name: config.name, platform: `${platform()} ${arch()}`, version, capacity: config.capacity };
  const { hostId } = await untilAnswered(
    () => api.call('registerHost', { body: registration }),
    ending,
    (error) => log.warn({ err: error }, 'the API does not take this host yet'),
  );
  const reporter = createReporter({
    api,
    runtimes: runtimeList,
    repositories,
    capacity: config.capacity,
    running: () => running.count,
    log,
  });
  addHostChecks(readiness, {
    ...{ apiUrl: config.apiUrl, stateDir: config.stateDir, environment, now },
    journalFailed: () => journal.isUnwritable(),
    sinceReportMs: () => reporter.sinceTakenMs(),
    unsafeRuntimes: () => reporter.instructedOnly(config.allowInstructed),
  });
  await untilAnswered(
    () => reporter.report(),
    ending,
    (error) => log.warn({ err: error }, 'first report not taken'),
  );
  const over = new AbortController();
  recovery.start(over.signal);
  void reporter.run(over.signal);

  const turnDeps = {
    ...{ ...shared, scratchDir },
    onUnproven: (key: { jobId: string; attempt: number }) => {
      slots.addUnproven(1);
      recovery.watch(key);
    },
  };
  const activities: TurnActivities = { runTurn: (task) => runTurn(turnDeps, task, turnContext()) };
  const common = commonOptions(connection, namespace, `host/${hostId}`);
  const beats = { maxHeartbeatThrottleInterval: '1s', defaultHeartbeatThrottleInterval: '1s' } as const;
  const turns = await Worker.create({
    ...common,
    ...beats,
    taskQueue: queues.hostTurns(hostId),
    activities,
    shutdownGraceTime: config.drainMs + endingMs,
    tuner: {
      workflowTaskSlotSupplier: fixed(1),
      activityTaskSlotSupplier: slots,
      localActivityTaskSlotSupplier: fixed(1),
      nexusTaskSlotSupplier: fixed(1),
    },
  });
  const control = await Worker.create({
    ...common,
    ...beats,
    taskQueue: queues.hostControl(hostId),
    activities: controlActivities({ api, repositories, reconciler, heartbeat: () => heartbeat({ phase: 'looking' }) }),
    maxConcurrentActivityTaskExecutions: controlAtOnce,
  });
  log.info({ hostId, capacity: config.capacity, unproven: recovery.unproven }, 'host ready');
  return {
    workers: [turns, control],
    async drain(hurry) {
      if (turns.getState() === 'RUNNING') turns.shutdown();
      running.refuse();
      const patience = new AbortController();
      const late = delay(config.drainMs, undefined, { signal: AbortSignal.any([hurry, patience.signal]) }).catch(() => undefined);
      await Promise.race([running.idle(), late]);
      patience.abort();
      running.drain();
      await running.idle();
      over.abort();
    },
    copyJournal: () => copyJournal(journal, config.stateDir),
    async close() {
      over.abort();
      await outbox.close();
      journal.close();
    },
  };
}

/** Old ends can wait for the next start. */
function forgetOld(journal: Journal, before: number, log: Logger): void {
  try {
    journal.forgetBodies(before);
  } catch (error) {
    if (!(error instanceof JournalUnwritable)) throw error;
    log.error({ err: error }, 'the journal cannot be written: turns are refused');
  }
}

const fixed = (numSlots: number) => ({ type: 'fixed-size' as const, numSlots });

/** Read while the activity runs: its context is not there in later callbacks of other tasks. */
function turnContext(): TurnContext {
  const context = Context.current();
  return { heartbeat: (phase) => context.heartbeat({ phase }), cancelled: context.cancellationSignal };
}
