import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { join } from 'node:path';

export const failureConverterPath = require.resolve('../failure-converter');
const silent = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** A change of `wave.workflow.ts`: a text that is there exactly once, and what stands there instead. */
export interface Change {
  find: string;
  replace: string;
}

/** The workflows as an orchestrator runs them; with changes, as a later release would. */
export const bundleWorkflows = (changes: readonly Change[] = []): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: require.resolve('../workflows'),
    failureConverterPath,
    logger: silent,
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, conditionNames: ['@parley/source', '...'] },
      module: {
        ...config.module,
        rules: [
          ...(config.module?.rules ?? []),
          ...(changes.length === 0
            ? []
            : [
                {
                  test: /wave\.workflow\.ts$/,
                  enforce: 'pre' as const,
                  use: [{ loader: join(__dirname, 'replace-loader.cjs'), options: { changes } }],
                },
              ]),
        ],
      },
    }),
  });
