import { type Client, ProblemError } from '@parley/client';
import type { Config } from './config/slack.config';

const probeMs = 3000;

/** What the service lacks to do its work, by name; empty when it is ready. */
export async function findMissing(config: Config, client: Client): Promise<string[]> {
  const missing = (['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'] as const).filter(
    (name) => config[name] === undefined,
  ) as string[];
  try {
    await client.call('getSession', undefined, { timeoutMs: probeMs });
  } catch (error) {
    missing.push(
      error instanceof ProblemError && error.problem.code === 'unauthenticated' ? 'PARLEY_API_KEY that the API accepts' : 'the API',
    );
  }
  return missing;
}
