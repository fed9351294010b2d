import { ParleyError } from '../errors';
import { limits, utf8Bytes } from '../limits';
import { autoTitle } from '../title';
import type { AgentPolicy } from '../vocabulary';
import { planAssignments } from './assignments';
import { planRefs } from './context-refs';
import { type Links, planWindow, resolveLinks } from './links';
import { choosePlace } from './placement';
import { refuse } from './refusal';
import { resolveRoster, type RosterEntry } from './roster';
import type { PlannedRef, PlannedWave, SendDecision, SendFacts, SendPlan, SendRequest } from './send-facts';

/**
 * Whether a send is the first of its kind, a repeat, or refused; and, when accepted, everything that the one transaction writes.
 * Never throws a ParleyError: a refusal is a value. Replay comes before every look at what is available now, because the
 * same send must get the same answer whatever changed since.
 */
export function decideSend(facts: SendFacts, request: SendRequest): SendDecision {
  const { earlier } = facts;
  if (earlier !== null) {
    if (earlier.fingerprint === facts.fingerprint)
      return { kind: 'replay', messageId: earlier.messageId, waveId: earlier.waveId, intentId: earlier.intentId };
    return {
      kind: 'refuse',
      error: new ParleyError('idempotency_conflict', 'Another message was already sent with this clientMessageId. Nothing was changed.'),
    };
  }
  try {
    return { kind: 'accept', plan: plan(facts, request) };
  } catch (error) {
    if (error instanceof ParleyError) return { kind: 'refuse', error };
    throw error;
  }
}

function plan(facts: SendFacts, request: SendRequest): SendPlan {
  if (facts.conversation.state === 'archived') refuse('conversation_archived', 'This conversation is archived. Restore it to write in it.');
  checkBody(request.body);
  const roster = resolveRoster(facts, request);
  if (request.policy !== 'note' && facts.unsettledWaves >= limits.unsettledWaves) {
    refuse(
      'queue_full',
      `${limits.unsettledWaves} responses already wait in this conversation. Cancel one, or wait until one has settled.`,
    );
  }
  const links = resolveLinks(facts, request);
  const { refs, notes } = planRefs(facts, request);
  return {
    message: { body: request.body, policy: request.policy, ...links },
    refs,
    notes,
    wave: request.policy === 'note' ? null : planWave(facts, request, request.policy, { roster, links, refs }),
    title: facts.conversation.titleAuto && facts.conversation.latestOrdinal === 0 ? autoTitle(request.body) : null,
  };
}

function planWave(
  facts: SendFacts,
  request: SendRequest,
  policy: AgentPolicy,
  { roster, links, refs }: { roster: RosterEntry[]; links: Links; refs: PlannedRef[] },
): PlannedWave {
  const roots = refs.filter((ref) => ref.access === 'filesystem_read');
  const place = choosePlace(facts, roster, roots);
  const window = planWindow(facts, request, links);
  return {
    policy,
    assignments: planAssignments(policy, roster, place),
    hostId: place.host.id,
    hostOnline: place.host.online,
    rootIds: roots.map((root) => root.id),
    windowIds: window.ids,
    omitted: window.omitted,
  };
}

function checkBody(body: string): void {
  if (body.trim() === '') refuse('message_empty', 'A message needs some text.', 'body');
  const bytes = utf8Bytes(body);
  if (bytes > limits.messageBytes)
    refuse('body_too_large', `The message has ${bytes} bytes; at most ${limits.messageBytes} are possible.`, 'body');
}
