import { setTimeout as pause } from 'node:timers/promises';
import type { Wave } from '../src/wave';
import { stubborn } from './cases-repeated';
import { allInTurn, hangs } from './cases-states';
import { isUnconfirmed, type Lab, readWave, stop, untilSettled } from './lab';
import type { Scene, StopCase } from './run-case';

const canceled = (wave: Wave): string | null => (wave.outcome === 'canceled' ? null : `ended ${wave.outcome ?? ''}`);
const neverAsked = (wave: Wave): string | null =>
  wave.outcome === 'canceled' && wave.jobs.every(({ delivery }) => delivery === 'not_delivered')
    ? null
    : `nothing was sent, and it says ${wave.outcome ?? ''}: ${wave.jobs.map(({ delivery }) => delivery).join(', ')}`;
const waitsForHost = (wave: Wave): boolean => wave.waitingFor?.kind === 'host' || wave.waitingFor?.kind === 'capacity';

/** Kills a process; it is started again before the end is awaited. */
const killed =
  (name: 'api' | 'orchestrator' | 'host' | 'temporal', signal: NodeJS.Signals = 'SIGKILL') =>
  async ({ lab, undo }: Scene): Promise<void> => {
    const process = lab.stack.processes[name];
    undo.push(() => process.start());
    await process.kill(signal);
  };

function cutOff({ lab, undo }: Scene): Promise<void> {
  lab.wires.api.cut();
  lab.wires.temporal.cut();
  undo.push(() => {
    lab.wires.temporal.mend();
    lab.wires.api.mend();
  });
  return Promise.resolve();
}
function frozen({ lab, undo }: Scene): Promise<void> {
  process.kill(lab.stack.processes.host.pid, 'SIGSTOP');
  undo.push(() => process.kill(lab.stack.processes.host.pid, 'SIGCONT'));
  return Promise.resolve();
}
const seconds = (count: number) => (): Promise<void> => pause(count * 1_000);

/** 15 s for the end of the turn, 5 s for an interrupt that nobody takes, and what a busy machine adds. */
const sayMs = 25_000;
async function untilTold({ lab, subjects }: Scene): Promise<void> {
  const end = Date.now() + sayMs;
  for (const { waveId } of subjects)
    for (;;) {
      const wave = await readWave(lab, waveId);
      if (wave.state === 'settled' || isUnconfirmed(wave)) break;
      if (Date.now() > end) throw new Error(`a response whose host is away says nothing after ${sayMs} ms: ${wave.state}`);
      await pause(200);
    }
}
/** A person who is told that it cannot be confirmed, and does not want to wait for the host. */
async function giveUpAll(scene: Scene): Promise<void> {
  await untilTold(scene);
  await Promise.all(
    scene.subjects.map(async (subject) => {
      await stop(scene.lab, subject);
      subject.gaveUp = true;
      await untilSettled(scene.lab, subject.waveId, 15_000);
    }),
  );
}
const shownAsStopping = async (lab: Lab, { subjects }: Scene): Promise<void> => {
  for (const { waveId } of subjects) {
    const { state } = await readWave(lab, waveId);
    if (state !== 'stopping') throw new Error(`stopped without an orchestrator, and shown as ${state}`);
  }
};

/** Stop while something that it needs is not there. */
export const faultCases: StopCase[] = [
  { name: 'the host is killed before the turn', script: hangs, before: killed('host'), reached: waitsForHost, expect: neverAsked },
  { name: 'the host is cut off before the turn', script: hangs, before: cutOff, reached: waitsForHost, expect: neverAsked },
  {
    name: 'the host is killed during the turn, and comes back',
    script: hangs,
    reached: allInTurn,
    strike: killed('host'),
    struck: untilTold,
    unconfirmed: 'may',
    boundMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is killed during the turn, and given up while it is away',
    script: hangs,
    reached: allInTurn,
    strike: killed('host'),
    struck: giveUpAll,
    unconfirmed: 'heals',
    boundMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is killed, its children live on and ignore SIGTERM',
    script: { '*': { ...stubborn, survive: true } },
    reached: allInTurn,
    strike: killed('host'),
    struck: untilTold,
    unconfirmed: 'heals',
    boundMs: 30_000,
    goneMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is killed 50 ms after the Stop',
    script: hangs,
    reached: allInTurn,
    async struck(scene) {
      await pause(50);
      await killed('host')(scene);
    },
    unconfirmed: 'may',
    boundMs: 30_000,
    expect: canceled,
  },
  {
    name: 'the host is told to end when Stop is pressed',
    script: { '*': stubborn },
    reached: allInTurn,
    async strike({ lab, undo }) {
      const ended = lab.stack.processes.host.kill('SIGTERM');
      undo.push(async () => {
        await ended;
        await lab.stack.processes.host.start();
      });
      await pause(20);
    },
    unconfirmed: 'may',
    boundMs: 30_000,
  },
  {
    name: 'the host is cut off for 20 s',
    script: hangs,
    reached: allInTurn,
    strike: cutOff,
    struck: seconds(20),
    unconfirmed: 'heals',
    boundMs: 40_000,
    goneMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is cut off for 20 s, its children ignore SIGTERM',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: cutOff,
    struck: seconds(20),
    unconfirmed: 'heals',
    boundMs: 40_000,
    goneMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is cut off for 8 s',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: cutOff,
    struck: seconds(8),
    unconfirmed: 'heals',
    boundMs: 40_000,
    goneMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the host is frozen for 20 s',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: frozen,
    struck: seconds(20),
    unconfirmed: 'heals',
    boundMs: 40_000,
    goneMs: 20_000,
    expect: canceled,
  },
  {
    name: 'the API is killed 50 ms after it accepted the Stop',
    script: { '*': stubborn },
    reached: allInTurn,
    async struck(scene) {
      await pause(50);
      await killed('api')(scene);
    },
    boundMs: 20_000,
    goneMs: 15_000,
    expect: canceled,
  },
  {
    name: 'the orchestrator is dead for 4 s',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: killed('orchestrator'),
    async struck(scene) {
      await pause(4_000);
      await shownAsStopping(scene.lab, scene);
    },
    boundMs: 20_000,
    goneMs: 15_000,
    expect: canceled,
  },
  {
    name: 'the orchestrator is dead, and the API is killed 50 ms after it accepted the Stop',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: killed('orchestrator'),
    async struck(scene) {
      await pause(50);
      await killed('api')(scene);
    },
    boundMs: 20_000,
    goneMs: 15_000,
    expect: canceled,
  },
  {
    name: 'Temporal is killed for 3 s',
    script: { '*': stubborn },
    reached: allInTurn,
    strike: killed('temporal'),
    struck: seconds(3),
    boundMs: 40_000,
    goneMs: 30_000,
    expect: canceled,
  },
  {
    name: 'Temporal is killed for 3 s, while the turn is prepared',
    script: hangs,
    before(scene) {
      const hold = scene.lab.wires.api.hold(/^GET \/v1\/host\/turns\//);
      scene.undo.push(() => hold.release());
      return Promise.resolve();
    },
    reached: (wave, subject) => wave.jobs.length > 0 && Date.now() - subject.askedAt > 800,
    strike: killed('temporal'),
    struck: seconds(3),
    boundMs: 40_000,
    goneMs: 30_000,
    expect: canceled,
  },
];
