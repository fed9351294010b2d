import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failureConverterPath } from '../temporal/connect';

/** Where the build puts the bundle. */
export const bundleFile = join(__dirname, '..', 'workflow-bundle.js');
const silent = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Bundles the workflows and the failure converter that they decode with. */
export const makeBundle = async (): Promise<string> =>
  (
    await bundleWorkflowCode({
      workflowsPath: require.resolve('@parley/workflows/workflows'),
      failureConverterPath,
      logger: silent,
      webpackConfigHook: (config) => ({
        ...config,
        resolve: { ...config.resolve, conditionNames: failureConverterPath.endsWith('.ts') ? ['@parley/source', '...'] : ['...'] },
      }),
    })
  ).code;

/** The built bundle, or one made now from what is there. */
export const loadBundle = async (): Promise<WorkflowBundleOption> =>
  existsSync(bundleFile) ? { codePath: bundleFile } : { code: await makeBundle() };
