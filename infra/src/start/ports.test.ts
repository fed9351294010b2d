import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parseConfig } from '../config/infra.config';
import { choosePort, claimPorts } from './ports';

test('ports are fixed, moved together by a base, or set one by one', () => {
  expect(choosePort('web', parseConfig({}))).toBe(4300);
  expect(choosePort('temporalUi', parseConfig({ PARLEY_PORT_BASE: '5000' }))).toBe(5031);
  expect(choosePort('api', parseConfig({ PARLEY_PORT_BASE: '5000', PARLEY_API_PORT: '6000' }))).toBe(6000);
  expect(() => parseConfig({ PARLEY_API_PORT: 'secret' })).toThrow(/PARLEY_API_PORT/);
});

test('a port of another program is named with its variable', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await expect(
    claimPorts(parseConfig({ PARLEY_WEB_PORT: String(port), DATABASE_URL: 'postgres://x/y', TEMPORAL_ADDRESS: 'x:1' })),
  ).rejects.toThrow(
    `Port ${port}, meant for the web app, is used by another program: end that program, or choose another port with PARLEY_WEB_PORT=${port + 1}`,
  );
  server.close();
});
