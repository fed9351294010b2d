import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { closeServices } from './create-services';
import type { Services } from './services';

/** Ends streams with a reason, lets requests and background work come to their end, then lets go of what they stood on. */
export async function closeApp(app: NestExpressApplication, services: Services, ...others: { close(): Promise<unknown> }[]): Promise<void> {
  services.ending.abort();
  services.hub.close('shutdown');
  const server: Server = app.getHttpServer();
  // A kept connection would hold the server open for seconds after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  try {
    await Promise.all([app.close(), ...others.map((other) => other.close())]);
  } finally {
    clearInterval(idle);
    await closeServices(services);
  }
}
