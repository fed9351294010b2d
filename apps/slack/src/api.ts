import { type Client, createClient } from '@parley/client';
import type { Config } from './config/slack.config';

/** The service's own client: all it knows of Parley comes through here. */
export const createApiClient = (config: Pick<Config, 'API_URL' | 'PARLEY_API_KEY'>): Client =>
  createClient({ baseUrl: config.API_URL, headers: { authorization: `Bearer ${config.PARLEY_API_KEY}` } });
