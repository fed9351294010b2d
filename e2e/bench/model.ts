import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { steadyMs } from './clock';

export interface LoopbackModel {
  baseUrl: string;
  /** When each request came, newest last; bytes of prompts and answers so far. */
  readonly arrivals: number[];
  bytes: number;
  close(): void;
}

/** In a question: the Skeptic of a team finds something, so that the Lead has to correct. */
export const withConcern = '(one claim of the answer is doubtful)';
export const modelId = 'loopback';

const claim = 'The first option is always the cheaper one.';
let answerText = `Take the first option. ${claim} Measure it after a week, and go back if it does not hold.`;
/** Answers of about this many bytes from now on. */
export const answerAtLength = (bytes: number): void => void (answerText = answerText.padEnd(bytes, ' It holds for small parcels as well.'));

const messageId = /"reviewedScope": "(msg_[0-9a-z]+)"/;
const concernIds = /exactly one for each of ((?:"con_[0-9a-z]+"(?:, )?)+)/;

/** What a model would say to this prompt. The form of each task stands in the prompt itself. */
function answer(prompt: string): string {
  const concerns = concernIds.exec(prompt)?.[1];
  if (concerns !== undefined) {
    const resolutions = [...concerns.matchAll(/"(\w+)"/g)].map(([, concernId]) => ({
      concernId,
      outcome: 'revised',
      answer: 'It was too strong.',
    }));
    return JSON.stringify({ outcome: 'revised', body: answerText.replace('always', 'mostly'), limitations: [], resolutions });
  }
  const reviewedScope = messageId.exec(prompt)?.[1];
  if (reviewedScope === undefined) return answerText;
  const doubts = prompt.includes('You are the Skeptic') && prompt.includes(withConcern);
  const concern = {
    ...{ targetClaim: claim, category: 'correctness', severity: 'material', confidence: 'high', evidenceStatus: 'logical_contradiction' },
    ...{
      reason: 'It contradicts the rest.',
      evidence: 'The answer itself says "go back".',
      citations: [],
      suggestedResolution: 'Say "mostly".',
    },
  };
  return JSON.stringify({
    ...{ outcome: doubts ? 'concerns' : 'no_concern_found', reviewedScope, requiredAccessAvailable: true, limitations: [] },
    concerns: doubts ? [concern] : [],
  });
}

interface ChatRequest {
  messages: { content: string | { text?: string }[] }[];
}
const contentOf = ({ messages }: ChatRequest): string =>
  messages.map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n'))).join('\n');

/** A chat-completions endpoint that answers at once, in this process: what a turn costs without a provider, and when a provider is first asked. */
export async function startModel(): Promise<LoopbackModel> {
  const arrivals: number[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    arrivals.push(steadyMs());
    void text(request).then((body) => {
      const prompt = contentOf(JSON.parse(body) as ChatRequest);
      const said = answer(prompt);
      model.bytes += Buffer.byteLength(prompt) + Buffer.byteLength(said);
      const chunk = (delta: object, rest: object = {}): string =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: modelId, choices: [{ index: 0, delta, finish_reason: null, ...rest }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ role: 'assistant', content: said })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const model: LoopbackModel = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    arrivals,
    bytes: 0,
    close: () => (server.closeAllConnections(), server.close()),
  };
  return model;
}
