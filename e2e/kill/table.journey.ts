import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@parley/contracts';
import { expect, test } from '@playwright/test';
import { repositoryRoot } from '../src/process';
import { hostCalls } from './matrix';
import { points } from './points.cjs';

const page = readFileSync(join(repositoryRoot, 'docs', 'architecture.md'), 'utf8');
const hops = [...page.matchAll(/^\| (\d+[ab]?) +\|/gm)].map((match) => match[1] ?? '');

test('the hop table of the documentation and the table of kill points are about the same hops', () => {
  expect(hops.length).toBeGreaterThan(10);
  const known = new Set(points.map((point) => point.hop));
  expect(hops.filter((hop) => !known.has(hop))).toEqual([]);
  expect([...known].filter((hop) => hop !== 'stop' && !hops.includes(hop))).toEqual([]);
});

test('each hop that is durable has points on both sides of what makes it durable', () => {
  const both = hops.filter((hop) => ['before', 'after'].every((when) => points.some((point) => point.hop === hop && point.when === when)));
  expect(both).toEqual(expect.arrayContaining(['3', '5', '6', '7', '8', '9', '10a', '10b', '11']));
});

test('each call by which a host tells something has a point or is lost, by the table of endpoints', () => {
  const writing = hostCalls.filter((name) => endpoints[name].method !== 'GET');
  const covered = points.flatMap((point) => point.at.call ?? []);
  expect(writing.filter((name) => !covered.includes(name))).toEqual(['registerHost', 'reportHost']);
});
