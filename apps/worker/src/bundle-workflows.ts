import { writeFileSync } from 'node:fs';
import { bundleFile, makeBundle } from './orchestrator/workflow-bundle';

/** Last step of the build: workflow code as one file, so that a start does not have to bundle. */
async function main(): Promise<void> {
  writeFileSync(bundleFile, await makeBundle());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
