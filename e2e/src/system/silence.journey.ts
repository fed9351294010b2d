import { spawn } from 'node:child_process';
import { Client, Connection } from '@temporalio/client';
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import postgres from 'postgres';
import { repositoryRoot } from '../process';
import { makeRepository, parcelProject } from '../repository';
import { type Probe, send, wrongEverywhere } from '../silence/probes';
import { type Stack, startStack } from '../stack';
import { ask, inTurn, newConversation, scripted, settled, untilWave } from '../wave';

/** A canary of its own for each thing that somebody says, owns or keeps secret. */
const canary = (kind: string): string => `canary-${kind}-${randomBytes(6).toString('hex')}`;
const said = Object.fromEntries(
  [
    ...['prompt', 'answer', 'claim', 'reason', 'evidence', 'suggestion', 'correction', 'title', 'note', 'unsent'],
    ...['label', 'folder', 'file', 'content', 'name', 'password', 'key-name', 'provider-key', 'refused', 'header', 'slack'],
  ].map((kind) => [kind, canary(kind)]),
) as Record<string, string>;
const email = `${canary('email')}@example.org`;
let stack: Stack;
let session = '';
const origin = (): Record<string, string> => ({ origin: stack.webUrl });

test.beforeAll(async () => {
  const files = { ...parcelProject, [`${said['folder']}/${said['file']}.md`]: `# Prices\n\nThe ${said['content']} is kept here.\n` };
  stack = await startStack({
    ownPostgres: true,
    repositories: [makeRepository(files, said['label'])],
    hostEnv: {
      OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_COMPATIBLE_API_KEY: said['provider-key']!,
      OPENAI_COMPATIBLE_MODELS: 'nobody',
    },
    silence: 'print',
  });
  for (const [kind, value] of Object.entries(said))
    stack.mustNotLeak(kind === 'provider-key' ? 'provider key' : kind === 'label' ? 'repository label' : `canary of a ${kind}`, value);
  stack.mustNotLeak('canary of an e-mail address', email);
});
test.afterAll(() => stack.stop());

test('people sign in, are invited, name things and keep unsent text', async () => {
  const token = new URL(await stack.newLink()).hash.replace('#token=', '');
  const answer = await fetch(`${stack.webUrl}/v1/session/local-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...origin() },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
  session = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  for (const cookie of session.split('; ')) stack.mustNotLeak('cookie', cookie.slice(cookie.indexOf('=') + 1));
  const byOwner = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${stack.webUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: session, ...origin() },
      body: JSON.stringify(body),
    });
    expect(response.status, path).toBeLessThan(300);
    return (await response.json()) as Record<string, string>;
  };
  const invitation = await byOwner('/v1/invitations', { clientId: randomUUID(), email });
  stack.mustNotLeak('invitation', invitation['token'] ?? '');
  await byOwner('/v1/session/sign-up', { name: said['name'], email, password: said['password'], invitation: invitation['token'] });
  await byOwner('/v1/session/sign-in', { email, password: said['password'] });
  const { key = '' } = await byOwner('/v1/api-keys', { clientId: randomUUID(), name: said['key-name'] });
  stack.mustNotLeak('API key', key);
  const conversationId = await newConversation(stack.client, `${said['title']} 1`);
  await stack.client.call('putDraft', {
    params: { id: conversationId },
    body: { body: said['unsent'] ?? '', policy: 'note', responders: [], contextRefs: [] } as never,
  });
});

const concern = {
  claim: `It is so: ${said['answer']}.`,
  category: 'correctness',
  severity: 'blocking',
  confidence: 'high',
  evidenceStatus: 'logical_contradiction',
  reason: said['reason'],
  evidence: said['evidence'],
  suggestion: `Replace it with: It is ${said['suggestion']}.`,
};

async function sizeOfHistory(waveId: string): Promise<{ events: number; bytes: number }> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const handle = new Client({ connection }).workflow.getHandle(`wave/${waveId}`);
    const { historySize = 0, historyLength } = await handle.describe();
    return { events: historyLength, bytes: historySize };
  } finally {
    await connection.close();
  }
}

test('agents answer, review, correct, fail, are stopped and lost', async () => {
  const { client } = stack;
  const { items } = await client.call('listRepositories');
  const repositoryIds = items.map(({ id }) => id);
  const begin = async (title: string, script: Parameters<typeof scripted>[1], policy: 'direct' | 'team' = 'direct'): Promise<string> =>
    ask(client, {
      conversationId: await newConversation(client, `${said['title']} ${title}`),
      body: scripted(`What of ${said['prompt']}?`, script),
      ...{ policy, repositoryIds },
    });
  const lead = { text: `It is so: ${said['answer']}. That is all.` };
  const team = await begin('team', { lead, skeptic: { concerns: [concern] } }, 'team');
  const wave = await untilWave(client, team, settled);
  expect(wave.jobs.map(({ role }) => role).sort()).toEqual(['answer', 'correct', 'review', 'review']);
  const { events, bytes } = await sizeOfHistory(team);
  expect(events).toBeLessThan(80);
  expect(bytes).toBeLessThan(16 * 1024);
  const search = await ask(client, {
    conversationId: await newConversation(client, `${said['title']} search`),
    body: `Where is ${said['content']} kept?`,
    policy: 'team',
    runner: { runtimeId: 'evidence', modelId: 'evidence-1' },
    repositoryIds,
  });
  await untilWave(client, search, settled);

  const ends = [
    await begin('failing', { lead: { ...lead, fail: 'provider_failed' } }),
    await begin('silent', { lead: { ...lead, exit: 3 } }),
    await begin('broken', { lead, skeptic: { invalidJson: true }, verifier: { abstain: true, limitations: [said['reason']] } }, 'team'),
    await begin('refused', { lead: { ...lead, notDelivered: 2 } }),
  ];
  for (const id of ends) await untilWave(client, id, settled);
  const stopped = await begin('stopped', { lead: { ...lead, hang: true, ignoreSigterm: true, grandchild: true } });
  await untilWave(client, stopped, inTurn('answer'));
  await client.call('stopWave', { params: { id: stopped }, body: { stopId: 'stop-1' } });
  await untilWave(client, stopped, settled);
  const lost = await begin('lost', { lead: { ...lead, outcomeUnknown: true } });
  await untilWave(client, lost, ({ state }) => state === 'recovery_required');
  await client.call('stopWave', { params: { id: lost }, body: { stopId: 'stop-2' } });
  await untilWave(client, lost, settled);
});

test('every kind of refusal is given, by the API and through the web', async () => {
  const word = said['refused']!;
  const seen = new Set<number>();
  const authorization = `Bearer ${stack.apiKey}`;
  const header = { 'user-agent': said['header']!, referer: `http://localhost/${said['header']}`, 'x-request-id': said['header']! };
  for (const base of [stack.apiUrl, stack.webUrl]) {
    for (const headers of [{ authorization }, { cookie: session, ...origin() }] as Record<string, string>[])
      for (const status of await wrongEverywhere(stack, base, { ...headers, ...header }, word)) seen.add(status);
    const probes: Probe[] = [
      { path: `/v1/${word}?q=${word}` },
      { path: `/v1/waves/%E0%A4%A?${word}` },
      { path: '/v1/session', headers: { authorization: `Bearer ${word}${word}` } },
      { path: '/v1/session', headers: { authorization: word } },
      { path: '/v1/session', headers: { cookie: `parley.session_token=${word}.${word}` } },
      {
        method: 'POST',
        path: '/v1/conversations',
        headers: { cookie: session, origin: `http://${word}.example.org` },
        body: { title: word },
      },
      { method: 'POST', path: '/v1/conversations', headers: { authorization }, body: { clientId: 'x', title: word.repeat(100_000) } },
      { method: 'POST', path: '/v1/host/register', headers: { authorization }, body: { name: word } },
      { method: 'POST', path: '/v1/session/sign-up', headers: origin(), body: { name: word, email, password: word, invitation: word } },
      { method: 'POST', path: '/v1/session/local-link', headers: origin(), body: { token: word } },
      { path: `/${word}?q=${word}` },
      { path: `/c/${word}` },
    ];
    for (const probe of probes) seen.add(await send(stack, base, probe));
  }
  const clientId = randomUUID();
  for (const title of [`${said['title']} twice`, `${said['title']} otherwise`])
    seen.add(
      await send(stack, stack.apiUrl, { method: 'POST', path: '/v1/conversations', headers: { authorization }, body: { clientId, title } }),
    );
  for (let tries = 0; tries < 40 && !seen.has(429); tries++)
    seen.add(
      await send(stack, stack.apiUrl, { method: 'POST', path: '/v1/session/sign-in', headers: origin(), body: { email, password: word } }),
    );
  expect([...seen].filter((status) => status >= 400).sort()).toEqual(expect.arrayContaining([400, 401, 403, 404, 409, 413, 429]));
});

test('a defect, and a database, an API and a workflow server that are gone, are told without what was asked', async () => {
  const authorization = `Bearer ${stack.apiKey}`;
  const conversationId = await newConversation(stack.client, `${said['title']} faults`);
  const note = (): Promise<number> =>
    send(stack, stack.webUrl, {
      method: 'POST',
      path: `/v1/conversations/${conversationId}/messages`,
      headers: { authorization },
      body: { clientMessageId: randomUUID(), body: `Remember ${said['note']}.`, policy: 'note', responders: [], contextRefs: [] },
    });
  expect(await note()).toBeLessThan(300);

  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`alter table parley.message rename column body to body_away`;
  expect(await note()).toBe(500);
  await sql`alter table parley.message rename column body_away to body`;
  // The server quotes refused rows and statements in its log unless it is told not to.
  await sql`insert into auth."user" (id, name, email) values ('u1', ${said['name']!}, ${email})`.catch(() => undefined);
  await sql.unsafe(`select '${said['note']}' from nowhere`).catch(() => undefined);
  await sql.end();

  const { api, postgres: database, temporal } = stack.processes;
  await database!.kill('SIGKILL');
  expect(await note()).toBe(503);
  await database!.start();
  await temporal.kill('SIGKILL');
  await expect.poll(note).toBeLessThan(300);
  await temporal.start();
  await api.kill();
  expect(await note()).toBe(503);
  expect(await send(stack, stack.webUrl, { path: `/v1/mentions?q=${said['note']}`, headers: { authorization } })).toBe(503);
  await send(stack, stack.webUrl, { path: `/c/${said['note']}`, headers: { cookie: session } });
  await api.start();
});

/** What a process writes until it ends, or until it has nothing more to say for a while. */
function outputOf(script: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(repositoryRoot, script)], { env, cwd: stack.folder });
  return new Promise((done) => {
    let output = '';
    const end = (): void => void child.kill('SIGKILL');
    let quiet = setTimeout(end, 60_000);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        clearTimeout(quiet);
        quiet = setTimeout(end, 2_000);
      });
    child.once('close', () => {
      clearTimeout(quiet);
      done(output);
    });
  });
}

test('a process that cannot start says why, without what it was given', async () => {
  test.setTimeout(180_000);
  const secret = said['slack']!;
  const environment = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'debug', HOME: stack.folder };
  const wrong: [string, string, Record<string, string>][] = [
    ['api-address', 'apps/api/dist/main.js', { DATABASE_URL: `mysql://${secret}`, AUTH_SECRET: secret }],
    ['api-secret', 'apps/api/dist/main.js', { DATABASE_URL: stack.databaseUrl, AUTH_SECRET: 'canary', HOST_TOKENS: secret }],
    [
      'api-password',
      'apps/api/dist/main.js',
      { DATABASE_URL: stack.databaseUrl.replace(/:[^:@]+@/, `:${secret}@`), AUTH_SECRET: secret.padEnd(40, 'x'), API_PORT: '0' },
    ],
    [
      'access-password',
      'apps/api/dist/local-access.js',
      { DATABASE_URL: stack.databaseUrl.replace(/:[^:@]+@/, `:${secret}@`), AUTH_SECRET: secret.padEnd(40, 'x') },
    ],
    [
      'worker',
      'apps/worker/dist/main.js',
      { WORKER_ROLES: 'host', HOST_TOKEN: secret, HOST_STATE_DIR: secret, HOST_REPOSITORIES: `${secret}=${secret}` },
    ],
    ['web', 'apps/web/.next/standalone/apps/web/server.js', { API_URL: `not-an-address-${secret}`, PORT: '0', HOSTNAME: '127.0.0.1' }],
    ['slack', 'apps/slack/dist/main.js', { API_URL: stack.apiUrl, PARLEY_API_KEY: secret, SLACK_BOT_TOKEN: secret }],
    ['slack-runs', 'apps/slack/dist/main.js', { API_URL: stack.apiUrl, PARLEY_API_KEY: secret, SLACK_BOT_TOKEN: `xoxb-${secret}` }],
  ];
  for (const [name, script, env] of wrong) {
    const output = await outputOf(script, { ...environment, ...env });
    expect(output, name).not.toBe('');
    writeFileSync(join(stack.folder, `failed-${name}.log`), output);
  }
});
