import { Attestation, RuntimeReport } from '@parley/contracts';
import { type AgentRuntime, NotDelivered, type ReconcileResult, type TurnInput, type TurnResult } from '../port';
import { groupMembers } from '../process-group';
import { hostDeath } from './host-process';
import { recordEvents } from './turn-input';

export interface Scenarios {
  /** A turn that answers within seconds. */
  answer(): Promise<TurnInput> | TurnInput;
  /** A turn that goes on until it is interrupted. */
  endless(): Promise<TurnInput> | TurnInput;
  /** How many requests the provider has seen, for every scenario of this suite together. */
  requestsSeen(): number | Promise<number>;
  /** A turn whose provider cannot be reached at all. */
  unreachable(): Promise<{ runtime: AgentRuntime; input: TurnInput }> | { runtime: AgentRuntime; input: TurnInput };
  /** A turn whose child ignores SIGTERM and has a grandchild that holds the pipe. Absent for a runtime without child processes. */
  stubborn?(): Promise<TurnInput> | TurnInput;
  /** A module of this host that exports `runtime`, an endless turn for it, and what may be said of that turn after the host has died. */
  hostDeath(): Promise<HostDeathScenario> | HostDeathScenario;
  reportsUsage: boolean;
}

export interface HostDeathScenario {
  modulePath: string;
  input: TurnInput;
  env?: Record<string, string>;
  afterSending: ReadonlyArray<ReconcileResult['status']>;
  afterAcknowledged: ReadonlyArray<ReconcileResult['status']>;
}

const noSend = async (): Promise<void> => undefined;

/** What every adapter has to keep of the port, told as a test suite. */
export function describeRuntimeConformance(
  name: string,
  makeRuntime: () => Promise<AgentRuntime> | AgentRuntime,
  scenarios: Scenarios,
): void {
  describe(`${name} keeps the runtime port`, () => {
    let runtime: AgentRuntime;
    beforeAll(async () => {
      runtime = await makeRuntime();
    });

    async function interruptAfter(
      input: TurnInput,
      reason: Error,
      wait: 'acknowledged' | 'delta' | 'group',
    ): Promise<{ result: TurnResult; tookMs: number; pgid: number | null }> {
      const controller = new AbortController();
      const record = recordEvents();
      const turn = runtime.send({ ...input, signal: controller.signal }, noSend, record.emit);
      await Promise.race([record.first(wait), turn]);
      const before = performance.now();
      controller.abort(reason);
      const result = await turn;
      const group = record.events.find((event) => event.type === 'group');
      return { result, tookMs: performance.now() - before, pgid: group?.type === 'group' ? group.pgid : null };
    }

    it('describes itself in the form that the API accepts, ready and under its own id', async () => {
      const report = RuntimeReport.parse(await runtime.describe());
      expect(report).toMatchObject({ id: runtime.id, ready: true, reason: null });
      expect(report.models.length).toBeGreaterThan(0);
    });

    it('attests what is enforced in the form that the API accepts', async () => {
      Attestation.parse(await runtime.attest({ roots: [] }));
    });

    it('awaits beforeSend before the provider is asked, with the group told already', async () => {
      const seenBefore = await scenarios.requestsSeen();
      const record = recordEvents();
      let groupKnown = false;
      let seenDuring = -1;
      const beforeSend = async (): Promise<void> => {
        groupKnown = record.events.some((event) => event.type === 'group');
        await new Promise((resolve) => setTimeout(resolve, 120));
        seenDuring = await scenarios.requestsSeen();
      };
      await runtime.send(await scenarios.answer(), beforeSend, record.emit);
      expect(seenDuring).toBe(seenBefore);
      expect(await scenarios.requestsSeen()).toBeGreaterThan(seenBefore);
      expect(groupKnown || !record.events.some((event) => event.type === 'group')).toBe(true);
    });

    it('proves non-delivery when beforeSend fails, and never asks', async () => {
      const seenBefore = await scenarios.requestsSeen();
      const refuse = async (): Promise<void> => {
        throw new Error('journal is full');
      };
      await expect(runtime.send(await scenarios.answer(), refuse, () => undefined)).rejects.toBeInstanceOf(NotDelivered);
      expect(await scenarios.requestsSeen()).toBe(seenBefore);
    });

    it('proves non-delivery when the provider cannot be reached', async () => {
      const { runtime: broken, input } = await scenarios.unreachable();
      await expect(broken.send(input, noSend, () => undefined)).rejects.toBeInstanceOf(NotDelivered);
    });

    it('streams deltas that join to the output', async () => {
      const record = recordEvents();
      const result = await runtime.send(await scenarios.answer(), noSend, record.emit);
      expect(result.status).toBe('completed');
      const joined = record.events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
      expect(joined).toBe(result.status === 'completed' ? result.output : undefined);
      expect(record.events.filter((event) => event.type === 'delta').length).toBeGreaterThan(1);
    });

    it('acknowledges before the first delta', async () => {
      const record = recordEvents();
      await runtime.send(await scenarios.answer(), noSend, record.emit);
      const kinds = record.events.map((event) => event.type);
      expect(kinds.indexOf('acknowledged')).toBeGreaterThanOrEqual(0);
      expect(kinds.indexOf('acknowledged')).toBeLessThan(kinds.indexOf('delta'));
    });

    it('reports usage, or null where it does not know', async () => {
      const result = await runtime.send(await scenarios.answer(), noSend, () => undefined);
      if (scenarios.reportsUsage) expect(result.usage?.inputTokens).toBeGreaterThan(0);
      else expect(result.usage?.inputTokens ?? null).toBeNull();
    });

    it('ends an interrupted turn as interrupted, within the grace, with its group gone', async () => {
      const input = await scenarios.endless();
      const { result, tookMs, pgid } = await interruptAfter(input, new Error('stop'), 'acknowledged');
      expect(result.status).toBe('interrupted');
      expect(tookMs).toBeLessThan(input.killGraceMs + 1_500);
      if (pgid !== null) expect(groupMembers(pgid)).toEqual([]);
    });

    it('ends a turn at its deadline as failed', async () => {
      const input = await scenarios.endless();
      const result = await runtime.send({ ...input, assignment: { ...input.assignment, deadlineMs: 600 } }, noSend, () => undefined);
      expect(result).toMatchObject({ status: 'failed', code: 'deadline_exceeded' });
    });

    it('refuses an output over its limit', async () => {
      const input = await scenarios.answer();
      const result = await runtime.send({ ...input, assignment: { ...input.assignment, outputLimitBytes: 20 } }, noSend, () => undefined);
      expect(result).toMatchObject({ status: 'failed', code: 'output_too_large' });
    });

    const stubborn = scenarios.stubborn?.bind(scenarios);
    if (stubborn) {
      it('kills a child that ignores SIGTERM and its grandchild that holds the pipe', async () => {
        const input = await stubborn();
        const { result, tookMs, pgid } = await interruptAfter(input, new Error('stop'), 'acknowledged');
        expect(result.status).toBe('interrupted');
        expect(tookMs).toBeLessThan(input.killGraceMs + 2_000);
        expect(groupMembers(pgid as number)).toEqual([]);
      });
    }

    it.each(['sending', 'acknowledged'] as const)(
      'says only what it can prove after the host died when the journal says %s',
      async (at) => {
        const scenario = await scenarios.hostDeath();
        const journal = await hostDeath(scenario.modulePath, scenario.input, at, scenario.env);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const result = await runtime.reconcile(journal);
        expect(at === 'sending' ? scenario.afterSending : scenario.afterAcknowledged).toContain(result.status);
      },
    );
  });
}
