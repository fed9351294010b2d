import { parseArgs } from 'node:util';
import { SendMessage } from '@parley/contracts';
import { UserError } from '../config/infra.config';

const policies = SendMessage.shape.policy.options;

export interface AskOptions {
  question: string;
  policy: (typeof policies)[number];
  /** A folder in a repository that a host reports; undefined: the one that the command is called in, if it is known. */
  repository: string | undefined;
  agents: string[];
  runtime: string | undefined;
  model: string | undefined;
  conversation: string | undefined;
  json: boolean;
}

export const usage =
  'npm run ask -- [--policy note|direct|panel|team] [--repo PATH] [--agent NAME …] [--runtime ID] [--model ID] [--conversation ID] [--json] "question"';

export function parseOptions(args: string[]): AskOptions {
  const text = { type: 'string' } as const;
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        policy: { ...text, default: 'team' },
        repo: text,
        agent: { ...text, multiple: true, default: [] },
        runtime: text,
        model: text,
        conversation: text,
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n${usage}`);
  }
  const { values, positionals } = parsed;
  const policy = policies.find((known) => known === values.policy);
  if (!policy) throw new UserError(`--policy must be one of ${policies.join(', ')}, not ${values.policy}.`);
  const question = positionals.join(' ').trim();
  if (question === '') throw new UserError(`There is no question. ${usage}`);
  return {
    question,
    policy,
    repository: values.repo,
    agents: values.agent,
    runtime: values.runtime,
    model: values.model,
    conversation: values.conversation,
    json: values.json,
  };
}
