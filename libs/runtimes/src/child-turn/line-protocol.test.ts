import { parseChildLine } from './line-protocol';

const reasonOf = (type: string, reason: string): unknown =>
  (parseChildLine(JSON.stringify({ type, reason })) as { reason?: unknown } | undefined)?.reason;

test.each(['not_delivered', 'outcome_unknown'])('%s gives a closed word as its reason, never what a provider said', (type) => {
  expect(reasonOf(type, 'scripted_refusal')).toBe('scripted_refusal');
  for (const said of ['The prompt "secret plan" was refused', '/home/somebody/project', 'x'.repeat(65), ''])
    expect(reasonOf(type, said)).toBe('unspecified');
});

test('a line of an unknown kind, or none at all, is no line', () => {
  expect(parseChildLine('{"type":"thought","text":"hm"}')).toBeUndefined();
  expect(parseChildLine('not JSON')).toBeUndefined();
});
