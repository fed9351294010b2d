import { utf8Bytes } from '../limits';
import { selectWindow } from '../window';
import { refuse } from './refusal';
import type { MessageFact, SendFacts, SendRequest } from './send-facts';

export interface Links {
  replyTo: string | null;
  supersedes: string | null;
  sources: string[];
}

/** Reply, correction and sources as they are stored. */
export function resolveLinks(facts: SendFacts, request: SendRequest): Links {
  if (request.replyTo !== undefined && request.supersedes !== undefined)
    refuse('supersede_invalid', 'A message either replies or corrects, not both.', 'supersedes');
  return { replyTo: replyRoot(facts, request), supersedes: superseded(facts, request), sources: sources(facts, request) };
}

const find = (facts: SendFacts, id: string): MessageFact | undefined => facts.messages.find((message) => message.id === id);

/** One level only: an answer to a reply belongs to the message that the reply answers. */
function replyRoot(facts: SendFacts, { replyTo }: SendRequest): string | null {
  if (replyTo === undefined) return null;
  const target = find(facts, replyTo) ?? refuse('reply_invalid', 'The message to reply to is not in this conversation.', 'replyTo');
  const root = target.replyTo === null ? target : (find(facts, target.replyTo) ?? target);
  if (target.status === 'tombstone' || root.status === 'tombstone')
    refuse('reply_invalid', 'The message to reply to was deleted.', 'replyTo');
  return root.id;
}

function superseded(facts: SendFacts, { supersedes }: SendRequest): string | null {
  if (supersedes === undefined) return null;
  const target =
    find(facts, supersedes) ?? refuse('supersede_invalid', 'The message to correct is not in this conversation.', 'supersedes');
  if (target.authorKind !== 'person' || target.personId !== facts.personId)
    refuse('supersede_invalid', 'Only your own messages can be corrected by you.', 'supersedes');
  if (target.status !== 'visible')
    refuse(
      'supersede_invalid',
      target.status === 'tombstone' ? 'This message was deleted.' : 'This message was corrected already.',
      'supersedes',
    );
  return target.id;
}

function sources(facts: SendFacts, request: SendRequest): string[] {
  const ids = [...new Set(request.sources)];
  for (const [index, id] of ids.entries()) {
    const message = find(facts, id) ?? refuse('sources_invalid', 'A selected message is not in this conversation.', `sources.${index}`);
    if (message.status === 'tombstone') refuse('sources_invalid', 'A selected message was deleted.', `sources.${index}`);
  }
  return ids;
}

/** The frozen transcript of the wave. What was asked for explicitly is in it, or the send is refused before anything is kept. */
export function planWindow(facts: SendFacts, request: SendRequest, links: Links): { ids: string[]; omitted: number } {
  const window = selectWindow({
    triggerBytes: utf8Bytes(request.body),
    candidates: facts.messages.filter((message) => message.status !== 'tombstone'),
    required: [...links.sources, ...(links.replyTo === null ? [] : [links.replyTo])],
    totalBefore: facts.conversation.latestOrdinal,
  });
  if (window.fits) return window;
  return refuse(
    'limit_exceeded',
    `The selected messages are too much for one question: ${window.actual} ${word(window.unit)}, at most ${window.limit} are possible.`,
    'sources',
  );
}

const word = (unit: 'count' | 'bytes' | 'tokens'): string => (unit === 'count' ? 'messages' : unit);
