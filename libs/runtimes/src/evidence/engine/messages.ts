import type { Lens } from './rank';
import { parseQuery, stem, splitIdentifier } from './words';

export interface TranscriptMessage {
  ordinal: string;
  id: string;
  author: string;
  body: string;
}

const heading = /^#(\d+) (msg_[0-9a-z]{10,32}) (.{1,200}?) \((?:person|agent|system)[^)]*\):$/;

/** Reads the messages back out of the prompt's text of a conversation. */
export function messagesOf(texts: readonly string[]): TranscriptMessage[] {
  const messages: TranscriptMessage[] = [];
  for (const line of texts.join('\n').split('\n')) {
    const [, ordinal, id, author] = heading.exec(line) ?? [];
    if (ordinal && id && author) messages.push({ ordinal, id, author, body: '' });
    else if (messages.length > 0) (messages.at(-1) as TranscriptMessage).body += `${line}\n`;
  }
  return messages;
}

const quote = (text: string): string =>
  text
    .trim()
    .split('\n')
    .slice(0, 6)
    .map((line) => `> ${line.slice(0, 300)}`)
    .join('\n');

/** Without a repository: says so, and names the earlier messages that share most words with the question. */
export function composeFromMessages(question: string, texts: readonly string[], lens: Lens, unreadable: readonly string[]): string[] {
  const query = parseQuery(question);
  const scored = messagesOf(texts)
    .map((message) => {
      const words = new Set(splitIdentifier(message.body).map(stem));
      const held = query.terms.filter((term) => words.has(term.stem));
      return { message, held: held.length, score: held.reduce((sum, term) => sum + term.weight, 0) };
    })
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || Number(b.message.ordinal) - Number(a.message.ordinal));
  const top = scored.slice(0, lens === 'lead' || lens === 'general' ? 3 : 2);
  const why =
    unreadable.length > 0
      ? `Git on this host could not read ${unreadable.map((label) => `**${label}**`).join(', ')}, so no repository was searched.`
      : 'No repository is mentioned here, so there is nothing to search but this conversation.';
  const first = top[0];
  const strongest =
    first && first.held >= Math.min(2, query.terms.length) ? 'These earlier messages share most words with the question:' : undefined;
  const found = strongest
    ? [
        `${strongest}\n\n`,
        ...top.map(
          ({ message }) => `**Message ${message.ordinal}** by ${message.author} (\`${message.id}\`)\n\n${quote(message.body)}\n\n`,
        ),
      ]
    : ['No earlier message shares enough words with the question to be worth quoting.\n\n'];
  return [
    `${why} No model wrote this: the evidence search finds and quotes, it does not reason.\n\n`,
    ...found,
    'Next step: mention the repository that the question is about and ask again, or call an agent with a model.',
  ];
}
