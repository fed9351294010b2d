import type { RuntimeReport } from '@parley/contracts';
import type { AnswerOf } from '../http/call';
import type { HostState } from './hosts.repo';

type RuntimeView = AnswerOf<'listRuntimes'>['items'][number];
interface Place {
  host: HostState;
  report: RuntimeReport;
}

/** One entry per runtime, whatever the number of its hosts: ready when one of them can run it now, else with the nearest reason. */
export function runtimeViews(hosts: readonly HostState[]): RuntimeView[] {
  const places = new Map<string, Place[]>();
  for (const host of hosts) for (const report of host.runtimes) places.set(report.id, [...(places.get(report.id) ?? []), { host, report }]);
  return [...places.values()].map(runtimeView).sort((a, b) => (a.name === b.name ? compare(a.id, b.id) : compare(a.name, b.name)));
}

function runtimeView(places: Place[]): RuntimeView {
  const ranked = [...places].sort((a, b) => rank(b) - rank(a) || (b.host.seenAt?.getTime() ?? 0) - (a.host.seenAt?.getTime() ?? 0));
  const best = ranked[0] as Place;
  const ready = best.host.online && best.report.ready;
  return {
    ...best.report,
    ready,
    reason: ready ? null : reasonOf(best),
    models: unionOfModels(ranked.filter((place) => rank(place) === rank(best))),
    hosts: places.map((place) => ({
      id: place.host.id,
      name: place.host.name,
      online: place.host.online,
      ready: place.host.online && place.report.ready,
      reason: place.host.online && place.report.ready ? null : reasonOf(place),
    })),
    seenAt: (best.host.seenAt ?? new Date(0)).toISOString(),
  };
}

const rank = ({ host, report }: Place): number => (host.online ? 2 : 0) + (report.ready ? 1 : 0);
const reasonOf = ({ host, report }: Place): string => (host.online ? (report.reason ?? 'Not ready.') : `Host ${host.name} is offline.`);

function unionOfModels(places: Place[]): RuntimeReport['models'] {
  const models = new Map<string, RuntimeReport['models'][number]>();
  for (const { report } of places) for (const model of report.models) if (!models.has(model.id)) models.set(model.id, model);
  return [...models.values()].slice(0, 200);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
