import 'reflect-metadata';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { accessLog } from '../http/access-log';
import { findEndpointGaps } from '../http/endpoint-check';
import { AppModule } from './app.module';
import type { Services } from './services';

const keepAliveMs = 75_000;

/** The HTTP application on its services, initialised and not yet listening. Closing it does not close the services. */
export async function createApp(services: Services): Promise<NestExpressApplication> {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  // The web server and a proxy on the same machine say for whom they ask; elsewhere as many as the operator counted. Nobody else is believed.
  server.set('trust proxy', services.config.TRUSTED_PROXY_HOPS ?? 'loopback');
  server.use(accessLog(services));
  // An API shows no page: nothing may be loaded or framed. HSTS only where the web is reached by https.
  const isSecure = services.config.WEB_URL.startsWith('https:');
  server.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      hsts: isSecure,
    }),
    noStore,
  );
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(services), new ExpressAdapter(server), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  await app.init();
  // Longer than proxies keep theirs: else one sends a request on a connection that is closed at that moment.
  app.getHttpServer().keepAliveTimeout = keepAliveMs;
  const gaps = findEndpointGaps(app.get(DiscoveryService));
  if (gaps.repeated.length > 0) throw new Error(`Endpoints with more than one handler: ${gaps.repeated.join(', ')}`);
  if (gaps.missing.length > 0) throw new Error(`Endpoints without a handler: ${gaps.missing.join(', ')}`);
  return app;
}

/** Answers depend on who asks; no cache between us may keep one. */
function noStore(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
