import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndpointName, endpoints } from '@parley/contracts';
import { expect, test } from '@playwright/test';
import { repositoryRoot } from '../src/process';
import { planMatrix } from './matrix';
import { victims } from './plan';
import { points } from './points.cjs';
import { boundMs } from './run-case';

const page = readFileSync(join(repositoryRoot, 'docs', 'architecture.md'), 'utf8');
const hops = [...page.matchAll(/^\| (\d+[ab]?) +\|/gm)].map((match) => match[1] ?? '');

test('the hop table of the documentation and the table of kill points are about the same hops', () => {
  expect(hops.length).toBeGreaterThan(10);
  const known = new Set(points.map((point) => point.hop));
  expect(hops.filter((hop) => !known.has(hop))).toEqual([]);
  expect([...known].filter((hop) => hop !== 'stop' && !hops.includes(hop))).toEqual([]);
});

test('the documentation tells the time that the matrix allows', () => {
  expect(page).toContain(`within ${boundMs / 1_000} s after that moment`);
});

test('each hop that is durable has points on both sides of what makes it durable', () => {
  const both = hops.filter((hop) => ['before', 'after'].every((when) => points.some((point) => point.hop === hop && point.when === when)));
  expect(both).toEqual(expect.arrayContaining(['3', '5', '6', '7', '8', '9', '10a', '10b', '11']));
});

test('each call of a host loses its answer and its request, by the table of endpoints', () => {
  const lost = planMatrix({}).cases.flatMap(({ plan }) => (plan.lose ? [`${plan.lose.endpoint} ${plan.lose.what}`] : []));
  const calls = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].auth === 'host');
  expect(calls.length).toBeGreaterThan(5);
  expect(lost.toSorted()).toEqual(calls.flatMap((name) => [`${name} answer`, `${name} request`]).toSorted());
});

test('thirteen points are gone through with every victim three times, and each other point with its own process', () => {
  const { cases } = planMatrix({});
  const killed = new Set(
    cases.flatMap(({ plan }) => plan.steps.flatMap((step) => step.victims.map((victim) => `${step.point} ${victim}`))),
  );
  const core = points.filter((point) => point.core);
  expect(core.length).toBe(13);
  expect(core.flatMap((point) => victims.filter((victim) => !killed.has(`${point.id} ${victim}`)))).toEqual([]);
  expect(points.filter((point) => !killed.has(`${point.id} ${point.process}`))).toEqual([]);
});
