import { expect, test } from '@playwright/test';
import type { Wave } from '../src/wave';
import type { SeenGroup } from './groups';
import { type Expectation, judge } from './judge';
import type { Lab, Subject } from './lab';
import type { ProviderLine } from './provider-log';

/** Stop was pressed at this moment, and the response settled a second later. */
const stopAt = Date.now() - 60_000;
const at = (ms: number): string => new Date(stopAt + ms).toISOString();
const expected: Expectation = { graceMs: 3_300, reachMs: 2_000, goneMs: 5_000, settleMs: 8_000, mayBeUnproven: false };

interface Seen {
  lines?: [ProviderLine['event'], number][];
  group?: Partial<SeenGroup>;
  job?: object;
  wave?: object;
  samples?: Subject['samples'];
}

/** The faults that the judge finds in a turn that began two seconds before the Stop and was ended by it, changed in one thing. */
function faultsOf({
  lines = [
    ['started', -2_000],
    ['terminated', 50],
  ],
  group = {},
  job = {},
  wave = {},
  samples = [],
}: Seen): string[] {
  const seen: SeenGroup = { jobId: 'job_a', pgid: 1, firstSeen: stopAt - 2_000, lastSeen: stopAt + 80, members: 1, ...group };
  const lab = {
    provider: () => lines.map(([event, ms]) => ({ event, jobId: 'job_a', attempt: 1, role: 'answer', at: stopAt + ms })),
    groups: { of: () => [seen], look: () => [], lateness: () => 40 },
  } as unknown as Lab;
  const subject = { stopSent: stopAt, stopAccepted: stopAt + 10, healedAt: 0, stops: 1, gaveUp: false, samples } as unknown as Subject;
  const stopped = {
    state: 'settled',
    outcome: 'canceled',
    settledAt: at(1_000),
    timeline: [
      { kind: 'phase', at: at(-2_000) },
      { kind: 'stop_requested', at: at(5) },
      { kind: 'settled', at: at(1_000) },
    ],
    ...wave,
    jobs: [
      {
        id: 'job_a',
        role: 'answer',
        state: 'canceled',
        delivery: 'terminal',
        error: { code: 'stopped' },
        participant: { role: 'lead' },
        ...job,
      },
    ],
  } as unknown as Wave;
  return judge(lab, subject, stopped, expected).findings.map(({ fault }) => fault);
}

test('an honest end of a stopped turn is found without fault', () => {
  expect(faultsOf({})).toEqual([]);
});

const stubborn: [ProviderLine['event'], number][] = [
  ['started', -2_000],
  ['ignored_sigterm', 50],
];
const faults: [string, string, Seen][] = [
  ['a process that lives', 'survivor', { group: { lastSeen: Date.now() + 60_000 } }],
  ['a group that outlives its grace', 'survivor', { lines: stubborn, group: { lastSeen: stopAt + 4_000 }, wave: { settledAt: at(4_500) } }],
  [
    'a phase after the Stop',
    'late phase',
    {
      wave: {
        timeline: [
          { kind: 'stop_requested', at: at(5) },
          { kind: 'phase', text: 'Reviews began', at: at(9) },
        ],
      },
    },
  ],
  [
    'a turn that begins long after the Stop',
    'late phase',
    {
      lines: [
        ['started', 2_500],
        ['terminated', 2_600],
      ],
    },
  ],
  [
    'a second start',
    'replay',
    {
      lines: [
        ['started', -2_000],
        ['started', -900],
        ['terminated', 50],
      ],
    },
  ],
  ['an end that is told before the group is gone', 'dishonest', { wave: { settledAt: at(20) } }],
  ['a turn that was asked and is said not to have been', 'dishonest', { job: { delivery: 'not_delivered' } }],
  ['an answer without a word of the provider', 'dishonest', { job: { state: 'completed' }, wave: { outcome: 'partial' } }],
  [
    'an answer from before the Stop that is lost',
    'dishonest',
    {
      lines: [
        ['started', -4_000],
        ['completed', -2_000],
      ],
    },
  ],
  ['a stop that is told as a failure', 'dishonest', { job: { state: 'failed', error: { code: 'provider_failed' } } }],
  ['a turn that was given up where its end could be known', 'dishonest', { job: { error: { code: 'given_up' } } }],
  [
    'a response that goes on being shown as working',
    'dishonest',
    { samples: [{ at: stopAt + 300, state: 'running', unconfirmed: false }] },
  ],
  ['an end that is long in coming', 'slow', { wave: { settledAt: at(9_000) } }],
];
for (const [what, fault, seen] of faults)
  test(`${what} is found`, () => {
    expect(faultsOf(seen)).toContain(fault);
  });
