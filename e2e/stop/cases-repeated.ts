import { randomUUID } from 'node:crypto';
import type { Script, Wave } from '../src/wave';
import { inTurn } from '../src/wave';
import { allInTurn } from './cases-states';
import { askWatched, stop, type Subject, until } from './lab';
import type { Scene, StopCase } from './run-case';

const text = 'Parcels above the limit are refused. Each parcel is weighed twice.';
const claim = 'Each parcel is weighed twice.';
/** Withstands SIGTERM, and leaves a grandchild behind that holds the pipe and withstands it too. */
export const stubborn = { text, ignoreSigterm: true, grandchild: true, hang: true };
const concern = { claim, severity: 'blocking', reason: 'Once.', evidence: 'Nothing weighs again.', suggestion: 'Replace it with: Once.' };
const lead = { text, delayMs: 20, chunks: 2 };

const canceled = (wave: Wave): string | null => (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`);
const partial = (wave: Wave): string | null => (wave.outcome === 'partial' ? null : `ended ${wave.outcome ?? ''}`);
const once = (wave: Wave): string | null => {
  const asked = wave.timeline.filter(({ kind }) => kind === 'stop_requested').length;
  const gone = wave.jobs.filter(({ state, error }) => state === 'canceled' && error?.code === 'stopped').length;
  if (asked !== 1) return `${asked} stops are told`;
  return wave.outcome === 'canceled' && gone === wave.jobs.length
    ? null
    : `ended ${wave.outcome ?? ''} with ${gone} of ${wave.jobs.length} stopped`;
};

/** A provider that neither hears nor ends, in each phase. */
export const stubbornCases: StopCase[] = [
  {
    name: 'a child that ignores SIGTERM, when it has the request',
    script: { '*': { ...stubborn, delayMs: 60_000 } },
    reached: allInTurn,
    expect: canceled,
  },
  {
    name: 'a child that ignores SIGTERM, before it says that it has the request',
    script: { '*': { ...stubborn, noAck: true } },
    reached: ({ jobs }, _, { lab }) =>
      jobs.some(({ id, delivery }) => delivery === 'sending' && lab.groups.of([id]).some(({ members }) => members > 1)),
    expect: canceled,
  },
  {
    name: 'a child that ignores SIGTERM, while it streams',
    script: { '*': { ...stubborn, text: text.repeat(20), delayMs: 10, chunks: 400, chunkDelayMs: 50 } },
    reached: ({ jobs }) => jobs.some(({ draft }) => draft !== null && draft.text.length > 20),
    expect: canceled,
  },
  {
    name: 'children that ignore SIGTERM, during the reviews',
    policies: ['team'],
    script: { lead, skeptic: stubborn, verifier: stubborn },
    reached: inTurn('review'),
    expect: partial,
  },
  {
    name: 'a child that ignores SIGTERM, during the correction',
    policies: ['team'],
    script: { lead: { ...lead, correct: stubborn }, skeptic: { concerns: [concern] } },
    reached: inTurn('correct'),
    expect: partial,
  },
  {
    name: 'a grandchild that holds the pipe of an answer that is complete',
    script: { '*': { text, grandchild: true, delayMs: 1_200 } },
    reached: allInTurn,
  },
];

type Press = (scene: Scene, subject: Subject) => Promise<unknown>;
const presses = (press: Press): Press => press;
const all: Script = { '*': stubborn };
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Stop, and Stop again: none of them may take anything away that the first would have kept. */
export const repeatedCases: StopCase[] = [
  {
    name: 'three times with different ids',
    script: all,
    reached: allInTurn,
    stop: presses(async ({ lab }, subject) => {
      for (let n = 0; n < 3; n += 1) await stop(lab, subject);
    }),
    expect: once,
  },
  {
    name: 'three times at once with one id',
    script: all,
    reached: allInTurn,
    stop: presses(({ lab }, subject) => {
      const stopId = randomUUID();
      return Promise.all([1, 2, 3].map(() => stop(lab, subject, { stopId })));
    }),
    expect: once,
  },
  {
    name: 'two people at once',
    script: all,
    reached: allInTurn,
    stop: presses(({ lab }, subject) => Promise.all(lab.people.map((by) => stop(lab, subject, { by })))),
    expect: once,
  },
  {
    name: 'two people at once with one id',
    script: all,
    reached: allInTurn,
    stop: presses(({ lab }, subject) => {
      const stopId = randomUUID();
      return Promise.all(lab.people.map((by) => stop(lab, subject, { by, stopId })));
    }),
    expect: once,
  },
  {
    name: 'again each half second while it is stopping',
    script: all,
    reached: allInTurn,
    stop: presses(async ({ lab }, subject) => {
      for (let n = 0; n < 5; n += 1) {
        await stop(lab, subject);
        await pause(500);
      }
    }),
    expect: once,
  },
  {
    name: 'two people at once, while nothing has begun',
    script: all,
    reached: () => true,
    stop: presses(({ lab }, subject) => Promise.all(lab.people.map((by) => stop(lab, subject, { by })))),
    expect: canceled,
  },
  {
    name: 'two people at once, when the end cannot be confirmed',
    script: { '*': { text, outcomeUnknown: true } },
    reached: ({ state }) => state === 'recovery_required',
    stop: presses(({ lab }, subject) => Promise.all(lab.people.map((by) => stop(lab, subject, { by })))),
    unconfirmed: 'may',
    boundMs: 20_000,
    expect: canceled,
  },
];

/** The only place of the host is taken: by a turn that goes on, and is stopped at the end of the case. */
export const busyCases: StopCase[] = (['queued', 'shown as waiting'] as const).map((how) => ({
  name: `turn ${how} at a busy host`,
  script: { '*': { text, hang: true } },
  async before({ lab, undo }) {
    const first = await askWatched(lab, 'direct', { lead: { text, hang: true } });
    await until(lab, first, inTurn('answer'));
    undo.push(async () => {
      await stop(lab, first);
      await first.unwatch();
    });
  },
  reached: (wave, subject) =>
    how === 'queued' ? wave.jobs.length > 0 && Date.now() - subject.askedAt > 1_000 : wave.waitingFor?.kind === 'capacity',
  expect: (wave) =>
    wave.outcome === 'canceled' && wave.jobs.every(({ delivery }) => delivery === 'not_delivered') ? null : `ended ${wave.outcome ?? ''}`,
}));
