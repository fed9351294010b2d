/* eslint-disable no-restricted-properties -- the entry point of a test process */
import { createScriptedRuntime } from '../../scripted';

/** The runtime of the host process that the conformance suite kills. */
export const runtime = createScriptedRuntime({
  script: process.env.SCRIPTED_PROVIDER ?? '',
  log: process.env.SCRIPTED_LOG,
  environment: process.env,
});
