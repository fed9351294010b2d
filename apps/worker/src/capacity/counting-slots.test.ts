import type { ActivitySlotInfo, SlotReserveContext } from '@temporalio/worker';
import { countingSlots } from './counting-slots';

const context = {} as SlotReserveContext;
const never = new AbortController().signal;
const release = { permit: {} } as never;

test('it gives out its capacity and then waits for a slot to come back', async () => {
  const slots = countingSlots<ActivitySlotInfo>(2);
  await slots.reserveSlot(context, never);
  expect(slots.tryReserveSlot(context)).not.toBeNull();
  expect(slots.tryReserveSlot(context)).toBeNull();
  let third = false;
  const waiting = slots.reserveSlot(context, never).then(() => (third = true));
  await Promise.resolve();
  expect(third).toBe(false);
  slots.releaseSlot(release);
  await waiting;
  expect(slots.tryReserveSlot(context)).toBeNull();
});

test('a turn that is not proven gone holds its slot after its activity has returned', async () => {
  const slots = countingSlots<ActivitySlotInfo>(1);
  await slots.reserveSlot(context, never);
  slots.addUnproven(1);
  slots.releaseSlot(release);
  expect(slots.tryReserveSlot(context)).toBeNull();
  const waiting = slots.reserveSlot(context, never);
  slots.removeUnproven();
  await waiting;
  expect(slots.unproven).toBe(0);
});

test('an aborted reservation leaves the queue', async () => {
  const slots = countingSlots<ActivitySlotInfo>(1);
  await slots.reserveSlot(context, never);
  const abort = new AbortController();
  const refused = slots.reserveSlot(context, abort.signal);
  abort.abort();
  await expect(refused).rejects.toMatchObject({ name: 'AbortError' });
  slots.releaseSlot(release);
  expect(slots.tryReserveSlot(context)).not.toBeNull();
});
