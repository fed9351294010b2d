import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { endChild, hasEnded } from '../../../tools/processes.mjs';
import { say } from './output';

export interface Service {
  name: string;
  /** Starts the process, hands it over at once, and resolves when it is ready. */
  start(onSpawn: (child: ChildProcess) => void): Promise<ChildProcess>;
  stopSignal: NodeJS.Signals;
  /** How long it may take to end before it is ended by force. */
  graceMs: number;
  /** What a second Ctrl-C sends. PostgreSQL's SIGQUIT ends at once and leaves no shared memory behind. */
  forceSignal: NodeJS.Signals;
  logFile: string;
}

interface Running {
  service: Service;
  child: ChildProcess;
}

const maximumRestarts = 5;
/** A process that lived this long is taken for healthy: its earlier crashes no longer count. */
const healthyMs = 60_000;

/**
 * Keeps services running: a process that ends by itself is started again after 1, 2, 4, 8, 16 s, and the person is told. After the last
 * try `onGivenUp` is called. Services are stopped in the reverse order of `order`.
 */
export class Supervisor {
  private readonly running = new Map<string, Running>();
  private stopping = false;

  constructor(
    private readonly order: readonly string[],
    private readonly onChange: (children: { name: string; pid: number }[]) => void,
    private readonly onGivenUp: (sentence: string) => void,
  ) {}

  async start(service: Service): Promise<void> {
    this.watch(service, await service.start((child) => this.record(service, child)), 0);
  }

  private record(service: Service, child: ChildProcess): void {
    this.running.set(service.name, { service, child });
    // Nothing may begin after the end has begun.
    if (this.stopping) child.kill(service.stopSignal);
    this.onChange(
      [...this.running.values()].flatMap(({ service: { name }, child: { pid } }) => (pid === undefined ? [] : [{ name, pid }])),
    );
  }

  private watch(service: Service, child: ChildProcess, restarts: number): void {
    const since = Date.now();
    const ended = (): void => {
      if (!this.stopping) void this.restart(service, child, Date.now() - since > healthyMs ? 0 : restarts);
    };
    if (hasEnded(child)) ended();
    else child.once('exit', ended);
  }

  private async restart(service: Service, dead: ChildProcess, restarts: number): Promise<void> {
    this.running.delete(service.name);
    const how = dead.exitCode === null ? `by ${dead.signalCode}` : `with code ${dead.exitCode}`;
    for (let count = restarts; count < maximumRestarts; count += 1) {
      const waitMs = 1000 * 2 ** count;
      say(
        `  ! ${service.name} ended ${how}; starting it again in ${waitMs / 1000} s (try ${count + 1} of ${maximumRestarts}). Its log: ${service.logFile}`,
      );
      await delay(waitMs);
      if (this.stopping) return;
      try {
        const child = await service.start((spawned) => this.record(service, spawned));
        say(`  ✓ ${service.name} runs again`);
        this.watch(service, child, count + 1);
        return;
      } catch (error) {
        if (this.stopping) return;
        say(`  ! ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    this.onGivenUp(`${service.name} does not stay up: read the end of ${service.logFile}, and run \`npm run doctor\`.`);
  }

  /** Stops everything, last started first; `onStopped` tells of each. */
  async stop(onStopped: (name: string, ms: number) => void): Promise<void> {
    this.stopping = true;
    for (const name of [...this.order].reverse()) {
      const running = this.running.get(name);
      if (!running || hasEnded(running.child)) continue;
      const began = Date.now();
      await endChild(running.child, running.service.stopSignal, running.service.graceMs);
      this.running.delete(name);
      onStopped(name, Date.now() - began);
    }
  }

  /** Ends everything at once, without waiting. */
  force(): void {
    this.stopping = true;
    for (const { child, service } of this.running.values()) if (!hasEnded(child)) child.kill(service.forceSignal);
  }
}
