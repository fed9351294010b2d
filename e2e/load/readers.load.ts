import { test } from '@playwright/test';
import { startStack } from '../src/stack';
import { readAndWrite } from './readers-and-writers';
import { reporter } from './report';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

test('readers get everything once and in order while people write, a reader sleeps and the API dies', async () => {
  const report = reporter('readers');
  // A load from one key is a service's, and has the limit of one.
  const stack = await startStack({
    web: false,
    ownPostgres: true,
    env: { LOG_LEVEL: 'info' },
    apiEnv: { API_REQUESTS_PER_MINUTE: '100000' },
  });
  try {
    await readAndWrite(
      stack,
      {
        readers: number('LOAD_READERS', 200),
        general: number('LOAD_GENERAL', 40),
        writers: number('LOAD_WRITERS', 32),
        pauseMs: number('LOAD_PAUSE_MS', 1_000),
        seconds: number('LOAD_SECONDS', 300),
        ...{ conversations: 16, slow: number('LOAD_SLOW', 8), killAt: 0.35 },
      },
      report,
    );
  } finally {
    await stack.stop();
  }
  report.verdict();
});
