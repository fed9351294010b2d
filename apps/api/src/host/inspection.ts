import type { Services } from '../app/services';
import type { HostActor } from '../auth/actor';
import { keepsAsking, wantedInspections } from './host.repo';
import { requireHost } from './require-host';

/** Between two looks at the table: a ring that was lost costs this much. */
const lookEveryMs = 1_000;

/** Answers as soon as a preview wants evidence from this host, or with nothing after `waitMs`. */
export async function getInspection(
  services: Services,
  actor: HostActor,
  waitMs: number,
  closed: AbortSignal,
): Promise<{ repositoryIds: string[] }> {
  const hostId = await requireHost(services.db, actor);
  const until = performance.now() + waitMs;
  await keepsAsking(services.db, hostId, waitMs);
  for (;;) {
    const rung = ringOrTimeout(services, hostId, Math.min(lookEveryMs, until - performance.now()), closed);
    const repositoryIds = await wantedInspections(services.db, hostId);
    if (repositoryIds.length > 0 || closed.aborted || performance.now() >= until) {
      rung.cancel();
      return { repositoryIds };
    }
    await rung.done;
  }
}

function ringOrTimeout(services: Services, hostId: string, ms: number, closed: AbortSignal): { done: Promise<void>; cancel: () => void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(() => end(), Math.max(0, ms));
    const off = services.doorbell.on('inspect', (id) => {
      if (id === hostId) end();
    });
    const stop = (): void => end();
    closed.addEventListener('abort', stop, { once: true });
    end = () => {
      clearTimeout(timer);
      off();
      closed.removeEventListener('abort', stop);
      resolve();
    };
  });
  return { done, cancel: () => end() };
}
