import { repair } from './proxies';

/** Run by a schedule each minute and once at start: repairs what no running wave can see, such as a lost signal or a terminated workflow. */
export async function reconcile(): Promise<{ repaired: number }> {
  return repair.reconcileAll();
}
