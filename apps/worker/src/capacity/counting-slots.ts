import type { CustomSlotSupplier, SlotInfo, SlotPermit, SlotReserveContext } from '@temporalio/worker';

export interface CountingSlots<SI extends SlotInfo> extends CustomSlotSupplier<SI> {
  /** Raised only before the worker starts or from inside a running turn: idle pollers hold permits that cannot be taken back. */
  addUnproven(count: number): void;
  removeUnproven(): void;
  readonly unproven: number;
}

/** The SDK knows an aborted reservation by this name only. */
class AbortError extends Error {
  override readonly name = 'AbortError';
}

/**
 * Gives out as many slots as the host has capacity, less one for every turn whose process group is not proven gone. The SDK tells no job id
 * with a permit, so turns are counted, not mapped.
 */
export function countingSlots<SI extends SlotInfo>(capacity: number): CountingSlots<SI> {
  let taken = 0;
  let unproven = 0;
  const waiting: (() => void)[] = [];
  const free = (): boolean => capacity - taken - unproven > 0;
  const take = (): SlotPermit => {
    taken += 1;
    return {};
  };
  const wake = (): void => {
    while (free() && waiting.length > 0) waiting.shift()?.();
  };
  return {
    type: 'custom',
    get unproven() {
      return unproven;
    },
    addUnproven(count) {
      unproven += count;
    },
    removeUnproven() {
      unproven = Math.max(0, unproven - 1);
      wake();
    },
    reserveSlot(_: SlotReserveContext, abort: AbortSignal): Promise<SlotPermit> {
      if (free()) return Promise.resolve(take());
      return new Promise((resolve, reject) => {
        const grant = (): void => {
          abort.removeEventListener('abort', cancel);
          resolve(take());
        };
        const cancel = (): void => {
          const at = waiting.indexOf(grant);
          if (at >= 0) waiting.splice(at, 1);
          reject(new AbortError('no slot is wanted any more'));
        };
        waiting.push(grant);
        abort.addEventListener('abort', cancel, { once: true });
      });
    },
    tryReserveSlot: () => (free() ? take() : null),
    markSlotUsed: () => undefined,
    releaseSlot() {
      taken -= 1;
      wake();
    },
  };
}
