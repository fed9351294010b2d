import { Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { startRoles } from '../relay/start-roles';
import { ask } from '../testing/http';
import { startTestApi } from '../testing/test-api';
import { makeTestHost } from '../testing/test-host';
import { createNamespace } from '../testing/test-stack';

const address = process.env['TEMPORAL_ADDRESS'] ?? '';
const warnings = async (url: string): Promise<Record<string, string>> => {
  const { body } = await ask(`${url}/readyz`, 'GET');
  return Object.fromEntries((body as { warnings: { name: string; reason: string }[] }).warnings.map(({ name, reason }) => [name, reason]));
};

test('an API without hosts, orchestrator and relay says each by name, and what to do', async () => {
  const connection = await Connection.connect({ address });
  const namespace = await createNamespace(connection);
  await connection.close();
  // The role relay is missing: what is written for Temporal stays.
  const api = await startTestApi({ environment: { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, API_ROLES: 'http,curation' } });
  const roles = startRoles(api.services);
  try {
    expect(await warnings(api.url)).toEqual({
      hosts: expect.stringContaining('have not registered yet'),
      orchestrator: expect.stringContaining('start a worker with the role orchestrator'),
    });
    const host = await makeTestHost(api.url);
    await sql`insert into parley.outbox (conversation_id, wave_id, kind, payload, created_at)
      values ('cnv_x', 'wav_x', 'stop', '{}', now() - interval '42 seconds')`.execute(api.services.db);
    await sql`update parley.host set seen_at = now() - interval '5 minutes'`.execute(api.services.db);
    expect(await warnings(api.url)).toMatchObject({
      hosts: expect.stringMatching(new RegExp(`${host.hostId}; 1 of 1.*start the host worker`)),
      relay: expect.stringMatching(/has 1 messages.*the oldest for 4\d s.*role relay/),
    });
  } finally {
    await roles.close();
    await api.close();
  }
}, 60_000);
