import type { createClient } from '@parley/client';
import type { SendMessage } from '@parley/contracts';
import type { z } from 'zod';

type Client = ReturnType<typeof createClient>;
export type TestSend = z.input<typeof SendMessage>;

const responder = (profile: string): TestSend['responders'] extends (infer R)[] | undefined ? R : never => ({
  profileId: `prf_builtin_${profile}`,
  runtimeId: 'scripted',
  modelId: 'default',
});

/** The whole roster: of a Team, and of a Panel of three. */
export const team = ['lead', 'skeptic', 'verifier'].map(responder);

export const direct = [responder('lead')];

let counter = 0;
export const nextClientId = (): string => `test-${process.pid}-${(counter += 1)}`;

export async function newConversation(client: Client): Promise<string> {
  return (await client.call('createConversation', { body: { clientId: nextClientId() } })).id;
}

export const send = (client: Client, conversationId: string, body: Partial<TestSend>) =>
  client.call('sendMessage', {
    params: { id: conversationId },
    body: { clientMessageId: nextClientId(), body: 'What does the relay promise?', policy: 'note', ...body },
  });
