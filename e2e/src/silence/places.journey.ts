import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { expect, test } from '@playwright/test';
import { startStack } from '../stack';
import { ask, newConversation, scripted, settled, untilWave } from '../wave';
import { judge, type SilenceReport } from './search-stack';
import wholeRun from './whole-run';

const planted = (place: string): string => `planted-${place}-5d1c`;
const temporalPlaces = ['argument', 'memo', 'attribute', 'summary', 'details', 'reason', 'signal', 'schedule'] as const;

/** A workflow that nobody runs, with a canary in everything that a client can put into one, and a schedule with one. */
async function plantInTemporal(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const handle = await client.workflow.start('nobody', {
      ...{ workflowId: 'nobody', taskQueue: 'nobody', args: [{ deep: [planted('argument')] }], memo: { note: planted('memo') } },
      ...{ staticSummary: planted('summary'), staticDetails: planted('details') },
      searchAttributes: { ParleyConversation: [planted('attribute')] },
    });
    await handle.signal('hear', planted('signal'));
    await handle.terminate(planted('reason'));
    await client.schedule.create({
      scheduleId: 'nobody',
      spec: { intervals: [{ every: '1d' }] },
      action: { type: 'startWorkflow', workflowType: 'nobody', taskQueue: 'nobody', args: [planted('schedule')] },
    });
  } finally {
    await connection.close();
  }
}

test('a canary in any place that is searched is found there, and not told', async () => {
  let report: SilenceReport | undefined;
  const stack = await startStack({ web: false, ownPostgres: true, silence: (found) => void (report = found) });
  const conversationId = await newConversation(stack.client, 'planted canaries');
  const id = await ask(stack.client, {
    conversationId,
    body: scripted('What?', { lead: { text: 'A planted answer.', delayMs: 600 } }),
    policy: 'direct',
  });
  const wave = await untilWave(stack.client, id, settled);
  await expect(stack.client.call('getWave', { params: { id: 'wav_00000000000000000000000000' } })).rejects.toThrow();
  await plantInTemporal(stack.temporalAddress);
  for (const place of temporalPlaces) stack.mustNotLeak(`planted ${place}`, planted(place));
  for (const [name, one] of Object.entries(stack.processes))
    if (one) {
      const canary = planted(`log-of-${name}`);
      stack.mustNotLeak(`planted log ${name}`, canary);
      appendFileSync(one.logFile, `{"data":"${Buffer.from(`x${canary}x`).toString('base64')}"}\n`);
    }
  // Things that stand in the other places by themselves.
  const there: Record<string, string> = {
    'wave id': id,
    'conversation id': conversationId,
    'job id': wave.jobs[0]?.id ?? '',
    metric: 'parley_http_request_seconds',
    'metric of Temporal': 'service_requests',
    readiness: '"missing":[]',
    problem: 'urn:parley:problem:not_found',
    'script of the API': 'apps/api/dist/main.js',
    'script of a worker': 'apps/worker/dist/main.js',
    'script of the provider': 'scripted-provider.mjs',
    'flag of Temporal': 'start-dev',
    'setting of PostgreSQL': 'max_connections=200',
    'child of PostgreSQL': 'postgres: ',
    'search path': (process.env['PATH'] ?? '').slice(0, 24),
    'name of the journal': 'journal.db',
  };
  for (const [kind, value] of Object.entries(there)) stack.mustNotLeak(kind, value);
  await stack.stop();

  const found = new Map<string, string[]>();
  for (const { place, kind } of report!.findings) found.set(place, [...(found.get(place) ?? []), kind]);
  // Workers may have no metrics; PostgreSQL writes the titles of its children over their environment.
  const empty = ['metrics of orchestrator', 'metrics of host'].filter((place) => report!.searched[place] === 0);
  empty.push('environment of postgres children');
  for (const place of Object.keys(report!.searched).filter((one) => !empty.includes(one)))
    expect([...found.keys()], `a canary in ${place}`).toContain(place);
  expect(found.get('histories')).toEqual(
    expect.arrayContaining(['wave id', 'job id', 'planted argument', 'planted summary', 'planted reason', 'planted signal']),
  );
  expect(found.get('memos')).toContain('planted memo');
  expect(found.get('search attributes')).toEqual(expect.arrayContaining(['conversation id', 'planted attribute']));
  expect(found.get('descriptions of workflows')).toEqual(expect.arrayContaining(['planted memo', 'planted summary', 'planted details']));
  expect(found.get('current details')).toEqual(expect.arrayContaining(['job id', 'conversation id']));
  expect(found.get('schedules')).toContain('planted schedule');
  expect(found.get('files of the Temporal server')).toEqual(expect.arrayContaining(temporalPlaces.map((place) => `planted ${place}`)));
  for (const [name, one] of Object.entries(stack.processes)) if (one) expect(found.get(`log of ${name}`)).toContain(`planted log ${name}`);
  expect(found.get('names of scratch folders')).toContain('job id');
  for (const told of ['planted-', id, stack.apiKey]) expect(JSON.stringify(report)).not.toContain(told);
  expect(found.get('journal without the ends of turns')).not.toContain('text of a turn');
});

test('a finding fails the stack that has it and the whole run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-silence-'));
  try {
    const told: SilenceReport[] = [];
    const reports = join(folder, 'reports');
    const end = wholeRun(undefined, reports, (all) => void told.push(...all));
    const report = (findings: SilenceReport['findings']): SilenceReport => ({
      ...{ stack: 'somewhere', findings, searched: {}, unread: [] },
      ...{ needles: 1, workflows: 0, histories: 0, looks: 0, ms: 0 },
    });
    judge(report([]), reports);
    end();
    judge(report([]), reports);
    expect(() => judge(report([{ stack: 'somewhere', place: 'log of api', kind: 'message text' }]), reports)).toThrow(
      'somewhere: message text in log of api',
    );
    expect(end).toThrow('somewhere: message text in log of api');
    expect(told.map(({ findings }) => findings.length).sort()).toEqual([0, 0, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
