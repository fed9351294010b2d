import { proxyActivities } from '@temporalio/workflow';

interface Probes {
  nothing(): Promise<void>;
  occupy(owner: string): Promise<void>;
}
const options = { taskQueue: '', startToCloseTimeout: '20 s', retry: { maximumAttempts: 1 } } as const;

/** Ten empty activities one after the other, on a second queue as turns are: with the stock server each hop costs 50 ms. */
export async function tenHops(taskQueue: string): Promise<void> {
  const { nothing } = proxyActivities<Probes>({ ...options, taskQueue });
  for (let hop = 0; hop < 10; hop += 1) await nothing();
}

/** Many activities of one owner, then one of another, for a single slot. Returns how many of the first owner were done before the second's. */
export async function fairOrder(taskQueue: string, crowd: number): Promise<number> {
  const done: string[] = [];
  const occupy = async (owner: string): Promise<void> => {
    await proxyActivities<Probes>({ ...options, taskQueue, priority: { fairnessKey: owner } }).occupy(owner);
    done.push(owner);
  };
  const busy = Array.from({ length: crowd }, () => occupy('busy'));
  await Promise.all([...busy, occupy('quiet')]);
  return done.indexOf('quiet');
}
