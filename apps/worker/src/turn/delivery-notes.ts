export type Delivery = 'sending' | 'acknowledged';

/** A turn that ends within this time needs no note that it was taken: its end says so. */
const acknowledgedAfterMs = 50;

export interface DeliveryNotes {
  tell(delivery: Delivery): void;
  /** The turn has ended: what has not been told is not told any more. */
  stop(): void;
}

/** Tells how far the delivery of a turn came. That it is being sent is told at once; that it was taken can wait a moment for the end that may follow. */
export function createDeliveryNotes(post: (delivery: Delivery) => void): DeliveryNotes {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    tell(delivery) {
      if (delivery === 'sending') post(delivery);
      else timer = setTimeout(() => post(delivery), acknowledgedAfterMs);
    },
    stop: () => clearTimeout(timer),
  };
}
