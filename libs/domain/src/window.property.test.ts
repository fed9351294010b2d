import fc from 'fast-check';
import { limits } from './limits';
import { selectWindow } from './window';

const conversation = fc
  .array(
    fc.record({
      bytes: fc.oneof(fc.nat(300), fc.nat(limits.messageBytes)),
      required: fc.constantFrom(true, ...Array<boolean>(9).fill(false)),
    }),
    { maxLength: 150 },
  )
  .map((messages) => messages.map((message, i) => ({ ...message, id: `m${i}`, ordinal: i + 1 })));

describe('selectWindow', () => {
  test('keeps every limit, holds everything required, is in order, and drops only older messages than it keeps', () => {
    fc.assert(
      fc.property(conversation, fc.nat(limits.messageBytes), (messages, triggerBytes) => {
        const required = messages.filter((message) => message.required).map((message) => message.id);
        const window = selectWindow({
          triggerBytes,
          candidates: [...messages, ...messages].reverse(),
          required,
          totalBefore: messages.length,
        });
        if (!window.fits) {
          expect(window.actual).toBeGreaterThan(window.limit);
          return;
        }
        const chosen = messages.filter((message) => window.ids.includes(message.id));
        expect(window.ids).toEqual(chosen.map((message) => message.id));
        expect(required.every((id) => window.ids.includes(id))).toBe(true);
        expect(window.ids.length + 1).toBeLessThanOrEqual(limits.windowMessages);
        expect(window.bytes).toBeLessThanOrEqual(limits.windowBytes);
        expect(window.tokens).toBeLessThanOrEqual(limits.windowTokens);
        expect(window.omitted).toBe(messages.length - chosen.length);
        const run = chosen.filter((message) => !message.required);
        const oldest = run[0]?.ordinal ?? Infinity;
        expect(messages.filter((message) => message.ordinal >= oldest).every((message) => window.ids.includes(message.id))).toBe(true);
      }),
    );
  });
});
