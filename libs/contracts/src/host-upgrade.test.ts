import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, endpoints } from './endpoints';

type Sent = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** What the host of each release sends, as it goes over the wire. A released file is never changed. */
const folder = join(__dirname, 'testing');
const releases = readdirSync(folder).filter((name) => /^host-.+\.json$/.test(name));
const sentBy = (release: string): Record<string, Sent> => JSON.parse(readFileSync(join(folder, release), 'utf8')) as Record<string, Sent>;
const hostEndpoints = Object.entries(endpoints).filter(([, { auth }]) => auth === 'host') as [string, Endpoint][];

/** The same value with a field that nobody knows yet, in every object of it. */
function newer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newer);
  if (value === null || typeof value !== 'object') return value;
  return { ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, newer(inner)])), sinceTheNextRelease: 'yes' };
}

test('there is a sample of what a host sends to each endpoint for hosts', () => {
  expect(releases).toContain('host-0.1.0.json');
  expect(Object.keys(sentBy('host-0.1.0.json')).sort()).toEqual(hostEndpoints.map(([name]) => name).sort());
});

describe.each(releases)('%s', (release) => {
  test.each(Object.entries(sentBy(release)))('an API of this version takes %s of that host', (name, sent) => {
    const endpoint = endpoints[name as keyof typeof endpoints] as Endpoint;
    for (const part of ['params', 'query', 'body'] as const)
      if (sent[part]) expect(endpoint[part]?.safeParse(sent[part]).error).toBeUndefined();
  });
});

describe('a host that is newer than the API', () => {
  const samples = sentBy('host-0.1.0.json');
  test.each(hostEndpoints.filter(([, { body, query }]) => body ?? query))('may send more to %s than the API knows', (name, endpoint) => {
    for (const part of ['query', 'body'] as const) {
      const [schema, sent] = [endpoint[part], samples[name]?.[part]];
      if (!schema) continue;
      const parsed = schema.safeParse(newer(sent));
      expect(parsed.error).toBeUndefined();
      expect(parsed.data).toEqual(schema.parse(sent));
    }
  });
});
