import { renameSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, type Policy, type Script, type Wave } from '../src/wave';
import { askWatched, stop, type Subject } from './lab';
import type { Scene, StopCase } from './run-case';

const text = 'Parcels above the limit are refused. Each parcel is weighed twice.';
const claim = 'Each parcel is weighed twice.';
export const hangs: Script = { '*': { text, hang: true } };
const concern = {
  claim,
  severity: 'blocking',
  reason: 'It is weighed once.',
  evidence: 'Nothing weighs again.',
  suggestion: 'Replace it with: Once.',
};
const lead = { text, delayMs: 20, chunks: 2 };

/** All first turns of the wave are in the hands of the provider. */
export const allInTurn = (wave: Wave): boolean =>
  inTurn('answer')(wave) && wave.jobs.filter(({ state }) => state === 'running').length === Math.min(2, wave.jobs.length);
const shown =
  (state: Wave['state']) =>
  (wave: Wave): boolean =>
    wave.state === state;
const nothingAsked = (wave: Wave): string | null =>
  wave.outcome === 'canceled' && wave.jobs.every(({ delivery, state }) => delivery === 'not_delivered' && state === 'canceled')
    ? null
    : `nothing was sent, and it says ${wave.outcome ?? ''}: ${wave.jobs.map(({ state, delivery }) => `${state} ${delivery}`).join(', ')}`;
const canceled = (wave: Wave): string | null => (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`);
const answered = (wave: Wave): string | null =>
  wave.jobs.some(({ role, state }) => role === 'answer' && state === 'completed') ? null : `the answer was lost: ${wave.outcome ?? ''}`;

/** Catches requests of the host until the Stop is in. */
const holding =
  (line: RegExp) =>
  (scene: Scene): Promise<void> => {
    const hold = scene.lab.wires.api.hold(line);
    scene.undo.push(() => hold.release());
    return Promise.resolve();
  };

/** What an earlier run took away is there again only when the host has reported it. */
async function withRepositories(scene: Scene): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const { items } = await scene.lab.stack.client.call('listRepositories');
    scene.repositoryIds = items.map(({ id }) => id);
    if (items.every(({ available }) => available)) return;
    if (Date.now() > end) throw new Error('the host does not offer its repository');
    await pause(200);
  }
}
const askAboutFiles = (scene: Scene, policy: Policy, script: Script): Promise<Subject> =>
  askWatched(scene.lab, policy, script, { repositoryIds: scene.repositoryIds });

/** The sender saw another state of the sources than the one that is there. */
const askAboutChanged = (scene: Scene, policy: Policy, script: Script): Promise<Subject> =>
  askWatched(scene.lab, policy, script, { repositoryIds: scene.repositoryIds, previewFingerprint: 'e'.repeat(64) });

/** Behind an earlier response of the same conversation that works. */
async function askBehind({ lab, undo }: Scene, policy: Policy, script: Script): Promise<Subject> {
  const first = await askWatched(lab, 'direct', hangs);
  undo.push(async () => {
    await stop(lab, first);
    await first.unwatch();
  });
  return askWatched(lab, policy, script, { conversationId: first.conversationId });
}

/** One case for each state and phase in which a response can be when somebody presses Stop. */
export const stateCases: StopCase[] = [
  { name: 'as soon as it is accepted', script: hangs, reached: () => true },
  {
    name: 'behind an earlier response',
    script: hangs,
    ask: askBehind,
    reached: (wave) => wave.waitingFor?.kind === 'predecessor',
    expect: nothingAsked,
  },
  {
    name: 'while the context is captured',
    script: hangs,
    async before(scene) {
      await withRepositories(scene);
      await holding(/^GET \/v1\/host\/waves\/.*\/context/)(scene);
    },
    ask: askAboutFiles,
    reached: (_, subject) => Date.now() - subject.askedAt > 600,
    expect: nothingAsked,
  },
  {
    name: 'when the sources changed and a person is asked',
    script: hangs,
    before: withRepositories,
    ask: askAboutChanged,
    reached: (wave) => wave.gate === 'reconfirmation_required',
    expect: nothingAsked,
  },
  {
    name: 'when the sources changed, by Cancel',
    script: hangs,
    before: withRepositories,
    ask: askAboutChanged,
    reached: (wave) => wave.gate === 'reconfirmation_required',
    async stop({ lab }, subject) {
      const sent = Date.now();
      await lab.stack.client.call('cancelWave', { params: { id: subject.waveId } });
      Object.assign(subject, { stopSent: sent, stopAccepted: Date.now(), stops: 1 });
    },
    expect: nothingAsked,
  },
  {
    name: 'when a source cannot be read and a person is asked',
    script: hangs,
    async before(scene) {
      await withRepositories(scene);
      const { path } = scene.lab.stack.repository;
      renameSync(`${path}/.git`, `${path}/.away`);
      scene.undo.push(() => renameSync(`${path}/.away`, `${path}/.git`));
    },
    ask: askAboutFiles,
    reached: (wave) => wave.gate === 'interrupted',
    expect: nothingAsked,
  },
  {
    name: 'while the turn is prepared',
    script: hangs,
    before: holding(/^GET \/v1\/host\/turns\//),
    reached: (wave, subject) => wave.jobs.length > 0 && Date.now() - subject.askedAt > 800,
    expect: canceled,
  },
  {
    name: 'while the request is sent',
    script: { '*': { noAck: true, hang: true } },
    reached: ({ jobs }) => jobs.some(({ delivery }) => delivery === 'sending'),
    expect: canceled,
  },
  { name: 'when the provider has it', script: { '*': { text, delayMs: 60_000 } }, reached: allInTurn, expect: canceled },
  {
    name: 'while the answer streams',
    script: { '*': { text: text.repeat(20), delayMs: 10, chunks: 400, chunkDelayMs: 50 } },
    reached: ({ jobs }) => jobs.some(({ draft }) => draft !== null && draft.text.length > 20),
    expect: canceled,
  },
  {
    name: 'when the end is journalled and not told',
    script: { '*': lead },
    before: holding(/^PUT .*\/terminal/),
    reached: ({ jobs }, subject, { lab }) =>
      jobs.some(({ id }) => lab.provider().some((line) => line.jobId === id && line.event === 'completed')) &&
      Date.now() - subject.askedAt > 1_200,
    expect: answered,
  },
  {
    name: 'during the reviews',
    policies: ['team'],
    script: { lead, skeptic: { hang: true }, verifier: { hang: true } },
    reached: inTurn('review'),
    expect: answered,
  },
  {
    name: 'when one review is in and the other is not',
    policies: ['team'],
    script: { lead, skeptic: { concerns: [concern] }, verifier: { hang: true } },
    reached: ({ jobs }) => jobs.some(({ role, state }) => role === 'review' && state === 'completed'),
    expect: answered,
  },
  {
    name: 'during the correction',
    policies: ['team'],
    script: { lead: { ...lead, correct: { hang: true } }, skeptic: { concerns: [concern] } },
    reached: inTurn('correct'),
    expect: answered,
  },
  {
    name: 'when one of the panel has answered',
    policies: ['panel'],
    script: { lead, skeptic: { hang: true }, verifier: { hang: true } },
    reached: ({ jobs }) => jobs.some(({ state }) => state === 'completed') && jobs.some(({ state }) => state === 'running'),
    expect: answered,
  },
  {
    name: 'when the end cannot be confirmed',
    script: { '*': { text, outcomeUnknown: true } },
    reached: ({ state }) => state === 'recovery_required',
    unconfirmed: 'may',
    boundMs: 20_000,
    expect: canceled,
  },
  {
    name: 'when it has settled',
    script: { '*': lead },
    reached: shown('settled'),
    expect: (wave) => (wave.outcome === 'complete' ? null : `a Stop afterwards made it ${wave.outcome ?? ''}`),
  },
];
