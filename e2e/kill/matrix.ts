import { endpoints, type EndpointName } from '@parley/contracts';
import { points } from './points.cjs';
import { type Plan, type Victim, victims } from './plan';

export type Scenario = 'traffic' | 'gate' | 'lost';
export interface Case {
  title: string;
  kind: 'single' | 'double' | 'twice' | 'lost answer' | 'lost request';
  scenario: Scenario;
  plan: Omit<Plan, 'id'>;
}

export const idOf = ({ title }: Case): string => title.replaceAll(/[^a-z0-9]+/gi, '-');

/** Settings: KILL_POINTS, KILL_VICTIMS and KILL_KINDS, names joined by commas; KILL_REPEATS, 3 if absent; KILL_DONE, ids of cases that need no further run. */
export function planMatrix(environment: NodeJS.ProcessEnv): { title: string; cases: Case[] } {
  const list = (name: string): string[] | undefined => environment[name]?.split(',').map((item) => item.trim());
  const [wantedPoints, wantedVictims, kinds] = [list('KILL_POINTS'), list('KILL_VICTIMS') as Victim[] | undefined, list('KILL_KINDS')];
  const repeats = Number(environment['KILL_REPEATS'] ?? 3);
  const of = wantedVictims ?? victims;
  const done = new Set(list('KILL_DONE'));
  const cases = [...singles(true, of, repeats), ...doubles(), ...twice(), ...losses(), ...singles(false, of, repeats)].filter(
    (one) =>
      !done.has(idOf(one)) &&
      (!kinds || kinds.includes(one.kind)) &&
      (!wantedPoints ||
        one.plan.steps.some((step) => wantedPoints.includes(step.point)) ||
        (one.plan.lose && wantedPoints.includes(one.plan.lose.endpoint))),
  );
  return { title: 'kills', cases };
}

/** A point is come to several times by one traffic; each repetition takes another time. */
const nthOf = (repeat: number): number => [1, 2, 3][repeat % 3] ?? 1;

/** The points of the core with every victim and every repetition; every other point with its own process, and with one that it talks to. */
function singles(isCore: boolean, wanted: readonly Victim[], repeats: number): Case[] {
  return points
    .filter((point) => point.core === isCore)
    .flatMap((point) => {
      const own: Victim[] = point.core ? [...victims] : [point.process, 'postgres'];
      return own
        .filter((victim) => wanted.includes(victim))
        .flatMap((victim) =>
          Array.from({ length: point.core ? repeats : 1 }, (_, repeat): Case => ({
            title: `${point.id} kills ${victim} ${repeat + 1}`,
            kind: 'single',
            scenario: point.scenario ?? 'traffic',
            plan: { steps: [...lead(point.scenario), { point: point.id, nth: point.scenario ? 1 : nthOf(repeat), victims: [victim] }] },
          })),
        );
    });
}

/** What must have been lost before, so that the reconcile path is gone at all: a turn that the provider had begun, and that died with its host. */
const lead = (scenario: Scenario | undefined): Plan['steps'] =>
  scenario === 'lost' ? [{ point: 'journal-acknowledged:after', nth: 1, victims: ['host'] }] : [];

const core = points.filter((point) => point.core);

/** Two processes in the same moment. */
function doubles(): Case[] {
  const pairs: [Victim, Victim][] = [
    ['api', 'host'],
    ['api', 'postgres'],
    ['host', 'temporal'],
    ['orchestrator', 'host'],
    ['temporal', 'api'],
    ['postgres', 'temporal'],
  ];
  return core.flatMap((point, index) =>
    [pairs[index % pairs.length]!, pairs[(index + 1) % pairs.length]!].map((two): Case => ({
      title: `${point.id} kills ${two.join(' and ')}`,
      kind: 'double',
      scenario: 'traffic',
      plan: { steps: [{ point: point.id, nth: 2, victims: two }] },
    })),
  );
}

/** The same point again, in the process that has just been started again. */
function twice(): Case[] {
  return core.map((point): Case => ({
    title: `${point.id} kills ${point.process} twice`,
    kind: 'twice',
    scenario: 'traffic',
    plan: { steps: [1, 1].map((nth) => ({ point: point.id, nth, victims: [point.process] })) },
  }));
}

/** Calls of the host, by the table of endpoints: one that is new is covered by itself. */
const hostCalls = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].auth === 'host');
/** Calls that are not made on the way of every wave: by a host that starts, or for a preview. A new one is made by all traffic, or is missed. */
const madeIn: Partial<Record<EndpointName, Scenario>> = {
  registerHost: 'lost',
  reportHost: 'lost',
  getInspection: 'gate',
  putEvidence: 'lost',
};

function losses(): Case[] {
  return hostCalls.flatMap((endpoint) =>
    (['answer', 'request'] as const).map((what): Case => {
      const scenario = madeIn[endpoint] ?? 'traffic';
      return {
        title: `${endpoint} loses its ${what}`,
        kind: what === 'answer' ? 'lost answer' : 'lost request',
        scenario,
        plan: { steps: lead(scenario), lose: { endpoint, what, times: scenario === 'gate' ? 1 : 2 } },
      };
    }),
  );
}
