import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { fromBase64Url, toBase64Url } from './base64url';
import { canonicalJson, type Json } from './canonical-json';
import { decodeCursor, encodeCursor } from './cursor';
import { contextFingerprint, sendFingerprint } from './fingerprints';
import { makeId } from './ids';
import type { SendRequest } from './send/send-facts';
import { autoTitle } from './title';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');

describe('canonicalJson', () => {
  test('does not depend on the order in which members were added, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = value as Json;
        expect(canonicalJson(reversed(json))).toBe(canonicalJson(json));
        expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  const reversed = (value: Json): Json => {
    if (Array.isArray(value)) return (value as Json[]).map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member as Json)]),
    );
  };
});

describe('ids', () => {
  test('have the form of the wire schema and sort by time', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.nat(2 ** 31),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (a, b, r, s) => {
          const [first, second] = [makeId('msg', a * 1000, r), makeId('msg', b * 1000, s)];
          expect(first).toMatch(/^msg_[0-9a-hjkmnp-tv-z]{26}$/);
          if (a < b) expect(first < second).toBe(true);
          if (a === b) expect(first === second).toBe(r.every((byte, i) => byte === s[i]));
        },
      ),
    );
  });
  test('need their randomness', () => {
    expect(() => makeId('msg', 0, new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('cursors', () => {
  const key = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer()), { maxLength: 4 });
  const scope = { kind: 'messages', scope: 'cnv_1' };

  test('read back as they were written', () => {
    fc.assert(
      fc.property(key, fc.string(), (k, s) =>
        expect(decodeCursor(encodeCursor({ kind: 'x', scope: s }, k, hmac), { kind: 'x', scope: s }, hmac)).toEqual(k),
      ),
    );
  });

  test('are refused when foreign or changed in any place', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom('A', 'z', '0', '.', ''), (k, place, char) => {
        const cursor = encodeCursor(scope, k, hmac);
        const at = place % cursor.length;
        const changed = cursor.slice(0, at) + char + cursor.slice(at + 1);
        if (changed !== cursor) expect(() => decodeCursor(changed, scope, hmac)).toThrow('cursor_invalid');
        expect(() => decodeCursor(cursor, { ...scope, scope: 'cnv_2' }, hmac)).toThrow('cursor_invalid');
        expect(() => decodeCursor(cursor, { ...scope, kind: 'events' }, hmac)).toThrow('cursor_invalid');
        expect(() => decodeCursor(cursor, scope, (text) => `${hmac(text)}x`)).toThrow('cursor_invalid');
      }),
    );
    for (const damaged of ['', '.', 'x', 'x.y', `bm8.${hmac('bm8')}`, `!.${hmac('!')}`])
      expect(() => decodeCursor(damaged, scope, hmac)).toThrow('cursor_invalid');
  });

  test('use base64url as everyone else does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toBase64Url(text)).toBe(Buffer.from(text).toString('base64url'));
        expect(fromBase64Url(toBase64Url(text))).toBe(text);
      }),
    );
    expect(fromBase64Url('a=')).toBeUndefined();
  });
});

describe('fingerprints', () => {
  const send = fc.record({
    clientMessageId: fc.string(),
    body: fc.string(),
    policy: fc.constantFrom('direct', 'panel', 'team', 'note'),
    responders: fc.array(fc.record({ profileId: fc.string(), runtimeId: fc.string(), modelId: fc.string() }), { maxLength: 3 }),
    sources: fc.array(fc.string(), { maxLength: 3 }),
    contextRefs: fc.array(fc.record({ kind: fc.constant('repository'), id: fc.string() }), { maxLength: 3 }),
  }) as fc.Arbitrary<SendRequest>;

  test('of a send do not depend on its identity or on the order and repetition of sources', () => {
    fc.assert(
      fc.property(send, fc.string(), (request, other) => {
        const same = {
          ...request,
          clientMessageId: other,
          sources: [...request.sources, ...request.sources].reverse(),
          contextRefs: [...request.contextRefs].reverse(),
        };
        expect(sendFingerprint(hash, 'cnv_1', same)).toBe(sendFingerprint(hash, 'cnv_1', request));
      }),
    );
  });

  test('of two sends are equal only when they mean the same', () => {
    fc.assert(
      fc.property(send, send, (a, b) => {
        const meaning = (r: SendRequest): string =>
          canonicalJson([
            r.body,
            r.policy,
            r.responders,
            [...new Set(r.sources)].sort(),
            [...new Set(r.contextRefs.map((ref) => ref.id))].sort(),
          ] as Json);
        expect(sendFingerprint(hash, 'cnv_1', a) === sendFingerprint(hash, 'cnv_1', b)).toBe(meaning(a) === meaning(b));
      }),
    );
  });

  test.each([
    ['body', { body: 'other' }],
    ['reply', { replyTo: 'msg_9' }],
    ['correction', { supersedes: 'msg_9' }],
    ['sources', { sources: ['msg_9'] }],
    ['references', { contextRefs: [{ kind: 'repository', id: 'rep_9' }] }],
    ['policy', { policy: 'panel' }],
    [
      'order of agents',
      {
        responders: [
          { profileId: 'b', runtimeId: 'r', modelId: 'm' },
          { profileId: 'a', runtimeId: 'r', modelId: 'm' },
        ],
      },
    ],
    [
      'runtime',
      {
        responders: [
          { profileId: 'a', runtimeId: 'x', modelId: 'm' },
          { profileId: 'b', runtimeId: 'r', modelId: 'm' },
        ],
      },
    ],
    [
      'model',
      {
        responders: [
          { profileId: 'a', runtimeId: 'r', modelId: 'x' },
          { profileId: 'b', runtimeId: 'r', modelId: 'm' },
        ],
      },
    ],
    [
      'effort',
      {
        responders: [
          { profileId: 'a', runtimeId: 'r', modelId: 'm', effort: 'high' },
          { profileId: 'b', runtimeId: 'r', modelId: 'm' },
        ],
      },
    ],
    ['preview', { previewFingerprint: 'f' }],
  ] satisfies [string, Partial<SendRequest>][])('of a send cover its %s', (_, change) => {
    const base: SendRequest = {
      clientMessageId: 'c',
      body: 'b',
      policy: 'team',
      responders: [
        { profileId: 'a', runtimeId: 'r', modelId: 'm' },
        { profileId: 'b', runtimeId: 'r', modelId: 'm' },
      ],
      sources: [],
      contextRefs: [],
    };
    expect(sendFingerprint(hash, 'cnv_1', { ...base, ...change })).not.toBe(sendFingerprint(hash, 'cnv_1', base));
    expect(sendFingerprint(hash, 'cnv_2', base)).not.toBe(sendFingerprint(hash, 'cnv_1', base));
  });

  test('of a context cover what can be read, not its order', () => {
    const a = { kind: 'repository' as const, id: 'rep_a', access: 'filesystem_read' as const, generation: '1' };
    const b = { ...a, id: 'rep_b' };
    const print = contextFingerprint(hash, [a, b]);
    expect(contextFingerprint(hash, [b, a])).toBe(print);
    for (const changed of [
      [a],
      [a, { ...b, generation: '2' }],
      [a, { ...b, access: 'metadata_only' as const }],
      [a, { ...b, id: 'rep_c' }],
    ])
      expect(contextFingerprint(hash, changed)).not.toBe(print);
  });
});

describe('autoTitle', () => {
  test('is the first line that says something, at most 72 characters', () => {
    expect(autoTitle('\n\n## Can the relay\tdeliver twice?\nmore')).toBe('Can the relay deliver twice?');
    expect([...autoTitle('ä'.repeat(200))]).toHaveLength(70);
    expect(autoTitle('x'.repeat(72))).toBe('x'.repeat(72));
    expect(autoTitle(' \n ')).toBe('New conversation');
    expect(autoTitle('a\u202eb')).toBe('a b');
  });
});
