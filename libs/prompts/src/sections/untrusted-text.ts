import type { ManifestItem, PromptConcern, PromptInput, PromptMessage, PromptReview, PromptTarget } from './prompt-input';

/** The question, with where it was asked. Title and names are what people typed. */
export function requestText({ conversationTitle, request }: PromptInput): string {
  return [`Conversation: ${oneLine(conversationTitle)}`, `From: ${oneLine(request.author)}`, '', request.body].join('\n');
}

/** Ids only, which Parley made: trusted. */
export function targetsText(input: PromptInput): string {
  const lines = [`Request: message ${input.request.messageId}.`];
  if (input.replyTo !== null) lines.push(`It replies to message ${input.replyTo}.`);
  if (input.sources.length > 0) lines.push(`Selected messages: ${input.sources.map((source) => source.id).join(', ')}.`);
  if (input.phase === 'review') lines.push(`Under review: message ${input.target.messageId}, exactly as given below.`);
  if (input.phase === 'correct') lines.push(`To be corrected: message ${input.target.messageId}, exactly as given below.`);
  return lines.join('\n');
}

const access: { readonly [a in ManifestItem['access']]: string } = {
  filesystem_read: 'readable',
  metadata_only: 'named only, not readable',
  unavailable: 'not available',
};

export function manifestText(items: readonly ManifestItem[]): string {
  return items.map(manifestLine).join('\n');
}

export function manifestLine(item: ManifestItem): string {
  const state = [
    item.branch === null ? null : `branch ${oneLine(item.branch)}`,
    item.headSha === null ? null : `at ${item.headSha.slice(0, 12)}`,
    item.edited ? `${item.edited} edited` : null,
    item.untracked ? `${item.untracked} untracked` : null,
    item.note === null ? null : oneLine(item.note),
  ].filter((part) => part !== null);
  return `- ${item.kind} "${oneLine(item.label)}": ${[access[item.access], ...state].join(', ')}`;
}

export const sourcesText = (sources: readonly PromptMessage[]): string => sources.map((message) => messageText(message)).join('\n\n');

/** Oldest first. A selected message is given in full once, in its own section, and only pointed to here. */
export function transcriptText({ transcript, sources, omitted }: Pick<PromptInput, 'transcript' | 'sources' | 'omitted'>): string {
  if (transcript.length === 0) return '';
  const selected = new Set(sources.map((source) => source.id));
  const messages = transcript.map((message) =>
    selected.has(message.id) ? `${heading(message)}\n(given in full above as a selected message)` : messageText(message),
  );
  const note = omitted === 0 ? [] : [`(${omitted} earlier ${omitted === 1 ? 'message is' : 'messages are'} left out)`];
  return [...note, ...messages].join('\n\n');
}

const messageText = (message: PromptMessage): string => `${heading(message)}\n${message.body ?? '(deleted)'}`;

function heading({ ordinal, id, author, authorKind, status }: PromptMessage): string {
  const mark = status === 'superseded' ? ', replaced by a later message' : status === 'tombstone' ? ', deleted' : '';
  return `#${ordinal} ${id} ${oneLine(author)} (${authorKind}${mark}):`;
}

export const targetText = (target: PromptTarget): string => `${target.messageId} by ${oneLine(target.author)}:\n${target.body}`;

const maxReviews = 4;
const maxReviewConcerns = 8;

/** JSON, so that no part of a review can pose as a sentence of the prompt. Empty without reviews. */
export function earlierReviewsText(reviews: readonly PromptReview[]): string {
  let left = maxReviewConcerns;
  const told = reviews.slice(0, maxReviews).map((review) => {
    const concerns = review.concerns.slice(0, left);
    left -= concerns.length;
    return { ...review, concerns };
  });
  return told.length === 0 ? '' : JSON.stringify({ note: 'Earlier reviews in this conversation.', reviews: told }, null, 2);
}

export const concernsText = (concerns: readonly PromptConcern[]): string => JSON.stringify(concerns, null, 2);

/** A name must not be able to begin a line of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
