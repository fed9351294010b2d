import { createDeliveryNotes } from './delivery-notes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a turn that goes on tells that it was taken', () => {
  const told: string[] = [];
  const notes = createDeliveryNotes((delivery) => told.push(delivery));
  notes.tell('sending');
  expect(told).toEqual(['sending']);
  notes.tell('acknowledged');
  jest.advanceTimersByTime(50);
  expect(told).toEqual(['sending', 'acknowledged']);
});

test('a turn that is over at once tells its end only', () => {
  const told: string[] = [];
  const notes = createDeliveryNotes((delivery) => told.push(delivery));
  notes.tell('sending');
  notes.tell('acknowledged');
  notes.stop();
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual(['sending']);
});
