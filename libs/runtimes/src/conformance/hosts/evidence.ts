/* eslint-disable no-restricted-properties -- the entry point of a test process */
import { createEvidenceRuntime } from '../../evidence';

/** The runtime of the host process that the conformance suite kills. */
export const runtime = createEvidenceRuntime({ environment: process.env, git: process.env.TEST_GIT });
