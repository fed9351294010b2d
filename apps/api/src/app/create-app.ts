import 'reflect-metadata';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import { accessLog } from '../http/access-log';
import { findEndpointGaps } from '../http/endpoint-check';
import { AppModule } from './app.module';
import type { Services } from './services';

/** The HTTP application on its services, initialised and not yet listening. Closing it does not close the services. */
export async function createApp(services: Services): Promise<NestExpressApplication> {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  // The web server and a proxy on the same machine say for whom they ask; nobody else is believed.
  server.set('trust proxy', 'loopback');
  server.use(accessLog(services));
  server.use(helmet());
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(services), new ExpressAdapter(server), { bodyParser: false, logger: false, abortOnError: false });
  await app.init();
  const gaps = findEndpointGaps(app.get(DiscoveryService));
  if (gaps.repeated.length > 0) throw new Error(`Endpoints with more than one handler: ${gaps.repeated.join(', ')}`);
  if (gaps.missing.length > 0) throw new Error(`Endpoints without a handler: ${gaps.missing.join(', ')}`);
  return app;
}
