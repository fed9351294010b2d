import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, NoAnswerError } from '@parley/client';
import { type Config, parseConfig, readEnvironment, UserError } from '../config/infra.config';
import { repositoryRoot } from '../state/state-folder';
import { chooseRepository, chooseResponders } from './choose';
import { connect, explain } from './connect';
import { followWave, type Listener } from './follow';
import { type AskOptions, parseOptions } from './options';
import { describeReceipt } from './report';

const toPerson = (text: string): void => void process.stderr.write(text);

/** The answer goes to standard output, what happens meanwhile to standard error. On a terminal the text being written shows as one line. */
function terminalListener(json: boolean): Listener {
  const live = Boolean(process.stderr.isTTY) && !json;
  let drawn = false;
  const clear = (): void => {
    if (drawn) toPerson('\r\u001b[K');
    drawn = false;
  };
  return {
    progress: (line) => (clear(), toPerson(`· ${line}\n`)),
    result: (text) => (clear(), json ? undefined : void process.stdout.write(`\n${text}\n`)),
    draft(text) {
      const width = (process.stderr.columns ?? 80) - 6;
      const tail = text.replace(/\s+/g, ' ').slice(-width);
      if (live && tail.trim() !== '') toPerson(`\r\u001b[K  … ${tail}`);
      drawn ||= live;
    },
  };
}

/** Sends once: the same id is used for every try, so a lost answer cannot make two messages. */
async function send(client: Client, conversationId: string, body: Parameters<typeof client.call<'sendMessage'>>[1]['body']) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await client.call('sendMessage', { params: { id: conversationId }, body });
    } catch (error) {
      if (!(error instanceof NoAnswerError) || tries >= 4) throw error;
      await delay(1000);
    }
  }
}

async function ask(config: Config, options: AskOptions): Promise<number> {
  const { client, webUrl } = connect(config);
  const [{ items: profiles }, { items: runtimes }, { items: repositories }] = await Promise.all([
    client.call('listProfiles'),
    client.call('listRuntimes'),
    client.call('listRepositories'),
  ]);
  const repository = chooseRepository(repositories, options, config.INIT_CWD ?? process.cwd());
  const responders = chooseResponders(profiles, runtimes, repository, options);
  const conversationId = options.conversation ?? (await client.call('createConversation', { body: { clientId: randomUUID() } })).id;
  const contextRefs = repository ? [{ kind: 'repository' as const, id: repository.id }] : [];
  const accepted = await send(client, conversationId, {
    clientMessageId: randomUUID(),
    body: options.question,
    policy: options.policy,
    responders,
    contextRefs,
  });
  toPerson(`· ${webUrl}/c/${conversationId}${repository ? ` · ${repository.label}` : ''}\n`);
  const { wave: started, message } = accepted;
  if (!started) {
    if (options.json) process.stdout.write(`${JSON.stringify({ conversationId, message, wave: null, messages: [] }, null, 2)}\n`);
    return 0;
  }

  const stopId = randomUUID();
  let interrupts = 0;
  process.on('SIGINT', () => {
    interrupts += 1;
    if (interrupts > 1) process.exit(130);
    toPerson('\n· Stopping (Ctrl-C again leaves without waiting)\n');
    client
      .call('stopWave', { params: { id: started.id }, body: { stopId } })
      .catch((error: unknown) => toPerson(`${explain(error).message}\n`));
  });
  const { wave, messages } = await followWave(client, conversationId, started.id, terminalListener(options.json));
  if (options.json) process.stdout.write(`${JSON.stringify({ conversationId, message, wave, messages }, null, 2)}\n`);
  else process.stdout.write(`\n${describeReceipt(wave)}\n`);
  return wave.outcome === 'complete' ? 0 : 1;
}

/** `npm run ask`: a client like any other; it holds no rule of its own. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  return ask(parseConfig(readEnvironment(repositoryRoot)), options);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const told = explain(error);
    toPerson(`${told instanceof UserError ? told.message : `The question could not be asked: ${told.message}`}\n`);
    process.exitCode = 1;
  },
);
