import { randomUUID } from 'node:crypto';
import type { Wave } from '../src/wave';
import { inTurn } from '../src/wave';
import { stubborn } from './cases-repeated';
import { allInTurn, hangs } from './cases-states';
import { askWatched, type Lab, stop, type Subject } from './lab';
import type { Scene, StopCase } from './run-case';

const text = 'Parcels above the limit are refused.';
const waveWorkflowId = (waveId: string): string => `wave/${waveId}`;
const handleOf = (lab: Lab, { waveId }: Subject) => lab.temporal.workflow.getHandle(waveWorkflowId(waveId));

/** What an operator does in the Temporal UI; nobody presses Stop. */
const operates =
  (act: (lab: Lab, subject: Subject) => Promise<unknown>) =>
  async ({ lab }: Scene, subject: Subject): Promise<void> => {
    subject.stopSent = Date.now();
    await act(lab, subject);
    subject.stopAccepted = Date.now();
  };

type ResetPoint = 'first' | 'last' | 'before the turn';
const workflowTaskCompleted = 7;
const activityScheduled = 10;

/** As "Reset" of the Temporal UI: the run ends, and a new one goes on from an event of the old. */
async function reset(lab: Lab, subject: Subject, point: ResetPoint): Promise<void> {
  const { events } = await handleOf(lab, subject).fetchHistory();
  const turn = (events ?? []).findIndex(
    (event) =>
      Number(event.eventType) === activityScheduled && event.activityTaskScheduledEventAttributes?.activityType?.name === 'runTurn',
  );
  const tasks = (events ?? []).filter(
    (event, at) => Number(event.eventType) === workflowTaskCompleted && (point !== 'before the turn' || at < turn),
  );
  await lab.temporal.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId: waveWorkflowId(subject.waveId) },
    workflowTaskFinishEventId: tasks.at(point === 'first' ? 0 : -1)?.eventId ?? null,
    reason: 'stop matrix',
    requestId: randomUUID(),
  });
}

const saysOperator = (wave: Wave): string | null =>
  wave.timeline.some(({ kind, text: says }) => kind === 'stop_requested' && says.includes('operator'))
    ? null
    : 'nothing says that an operator ended it';
const canceledByOperator = (wave: Wave): string | null =>
  saysOperator(wave) ?? (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`);

/** Each minute the API looks after workflows that have gone; a host hears of it at its next heartbeat. */
const noticedMs = 75_000;

const resets: StopCase[] = (['first', 'before the turn', 'last'] as const).flatMap((point): StopCase[] => [
  {
    name: `an operator resets a running response (${point})`,
    // What was in hand ends; the member of the panel whose turn had not come yet is still asked, by the new run.
    script: { lead: { text, hang: true }, skeptic: { text, hang: true }, verifier: { text, delayMs: 20 } },
    reached: allInTurn,
    stop: operates((lab, subject) => reset(lab, subject, point)),
    boundMs: noticedMs,
    goneMs: 10_000,
    settleMs: noticedMs,
    // Turns of the new run are no survivors of the old one.
    reachMs: 0,
  },
  {
    name: `an operator resets a settled response (${point})`,
    script: { '*': { text, delayMs: 20, chunks: 2 } },
    reached: ({ state }) => state === 'settled',
    stop: operates((lab, subject) => reset(lab, subject, point)),
    expect: (wave) => (wave.outcome === 'complete' ? null : `ended ${wave.outcome ?? ''}`),
  },
]);

export const operatorCases: StopCase[] = [
  {
    name: 'an operator cancels',
    script: { '*': stubborn },
    reached: allInTurn,
    stop: operates((lab, subject) => handleOf(lab, subject).cancel()),
    expect: canceledByOperator,
  },
  {
    name: 'an operator cancels, and a person presses Stop',
    script: { '*': stubborn },
    reached: allInTurn,
    async stop({ lab }, subject) {
      await Promise.all([handleOf(lab, subject).cancel(), stop(lab, subject)]);
    },
    expect: (wave) => (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`),
  },
  {
    name: 'an operator cancels what waits for a person',
    script: hangs,
    async before(scene) {
      const { items } = await scene.lab.stack.client.call('listRepositories');
      scene.repositoryIds = items.map(({ id }) => id);
    },
    ask: ({ lab, repositoryIds }, policy, script) => askWatched(lab, policy, script, { repositoryIds, previewFingerprint: 'e'.repeat(64) }),
    reached: ({ gate }) => gate === 'reconfirmation_required',
    stop: operates((lab, subject) => handleOf(lab, subject).cancel()),
    expect: canceledByOperator,
  },
  ...resets,
  {
    name: 'an operator resets a running response during the reviews',
    policies: ['team'],
    script: { lead: { text, delayMs: 20 }, skeptic: { hang: true }, verifier: { hang: true } },
    reached: inTurn('review'),
    stop: operates((lab, subject) => reset(lab, subject, 'first')),
    boundMs: noticedMs,
    goneMs: 10_000,
    settleMs: noticedMs,
  },
  {
    name: 'an operator terminates',
    script: { '*': stubborn },
    reached: allInTurn,
    stop: operates((lab, subject) => handleOf(lab, subject).terminate()),
    boundMs: noticedMs,
    goneMs: 10_000,
    settleMs: noticedMs,
    expect: canceledByOperator,
  },
  {
    name: 'an operator terminates, and a person presses Stop',
    script: { '*': stubborn },
    reached: allInTurn,
    async stop({ lab }, subject) {
      await handleOf(lab, subject).terminate();
      await stop(lab, subject);
    },
    unconfirmed: 'may',
    boundMs: noticedMs,
    goneMs: 10_000,
    settleMs: noticedMs,
    expect: (wave) => (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`),
  },
  {
    name: 'an operator terminates what waits for a person',
    script: hangs,
    async before(scene) {
      const { items } = await scene.lab.stack.client.call('listRepositories');
      scene.repositoryIds = items.map(({ id }) => id);
    },
    ask: ({ lab, repositoryIds }, policy, script) => askWatched(lab, policy, script, { repositoryIds, previewFingerprint: 'e'.repeat(64) }),
    reached: ({ gate }) => gate === 'reconfirmation_required',
    stop: operates((lab, subject) => handleOf(lab, subject).terminate()),
    boundMs: noticedMs,
    settleMs: noticedMs,
    expect: canceledByOperator,
  },
];
