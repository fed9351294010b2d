import { test } from '@playwright/test';
import { moveClocks, startWithClocks } from './clock';
import { reporter } from './report';

test('a clock that is moved by an hour, in either direction and in any process, misleads nobody', async () => {
  const report = reporter('clock');
  const clocks = await startWithClocks({ ownPostgres: true });
  try {
    await moveClocks(
      clocks,
      {
        moves: [
          ['api', 1],
          ['api', -1],
          ['host', 1],
          ['host', -1],
          ['orchestrator', 1],
          ['orchestrator', -1],
        ],
        // Longer than a host may be silent.
        wrongMs: 35_000,
        withSignIns: true,
      },
      report,
    );
  } finally {
    await clocks.stop();
  }
  report.verdict();
});
