import type { CreatePreview } from '@parley/contracts';
import { decideSend, limits, type PlannedWave, type SendPlan, type SendRequest } from '@parley/domain';
import { buildSections, measureSections, promptTokenLimit } from '@parley/prompts';
import type { z } from 'zod';
import { type ConversationRow, requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import { conversationView } from '../conversations/conversation-view';
import type { AnswerOf } from '../http/call';
import { conversationFacts, loadSendFacts } from '../messages/send-facts.repo';
import { fingerprintOfRoots } from '../waves/freeze';
import { manifestOf, modelOn, promptMessages } from '../waves/prompt-input';
import type { StoredRoot } from '../waves/stored';
import { inspect } from './inspect';

type PreviewView = AnswerOf<'createPreview'>;

/** What agents would see for a send, from the same decision and the same prompt sections as the send itself. Writes nothing and promises nothing. */
export async function createPreview(services: Services, actor: PersonActor, body: z.output<typeof CreatePreview>): Promise<PreviewView> {
  const { conversationId, ...fields } = body;
  const conversation = await requireConversation(services.db, actor, conversationId, 'write');
  const request: SendRequest = { ...fields, clientMessageId: 'preview' };
  const known = await loadSendFacts(services.db, conversationId, actor.personId, request, '', services.now());
  const facts = { ...known, conversation: conversationFacts(conversation), earlier: null };
  const decision = decideSend(facts, request);
  if (decision.kind !== 'accept') throw decision.kind === 'refuse' ? decision.error : new Error('A preview is never a replay.');
  const { plan } = decision;
  const { roots, hostName } = await rootsNow(services, plan);
  // One root that nobody has looked at makes the whole state unseen; the first frozen state then counts as seen.
  const looked = roots.every((root) => root.access !== 'filesystem_read' || root.generation !== null);
  const seen = looked ? roots : roots.map((root) => ({ ...root, generation: null }));
  const prompt = await measure(services, conversation, actor, plan, roots);
  const audience = (await conversationView(services.db, actor, conversation)).audience;
  return {
    ...prompt,
    transcript: await transcriptRange(services, plan.wave, conversation.latest_ordinal + 1),
    roots: roots.map((root) => ({ ...root, host: hostName })),
    turns: turnsOf(plan.wave),
    estimatedCostUsd: await costOf(services, plan.wave),
    audience: audienceText(audience),
    warnings: warningsOf(plan, roots, prompt, hostName),
    fingerprint: fingerprintOfRoots(seen),
    expiresAt: new Date(services.now().getTime() + limits.previewValidMs).toISOString(),
  };
}

/** At most: a Team corrects only when a concern calls for it. */
const turnsOf = (wave: PlannedWave | null): number =>
  wave === null ? 0 : wave.policy === 'team' ? wave.assignments.length + 1 : wave.assignments.length;

async function rootsNow(services: Services, plan: SendPlan): Promise<{ roots: StoredRoot[]; hostName: string | null }> {
  const { wave } = plan;
  if (wave === null) return { roots: [], hostName: null };
  const host = await services.db.selectFrom('parley.host').select('name').where('id', '=', wave.hostId).executeTakeFirst();
  const found = await inspect(services, wave.hostId, wave.rootIds);
  const roots = plan.refs.map((ref): StoredRoot => {
    const root = ref.access === 'filesystem_read' ? found.find((candidate) => candidate.repositoryId === ref.id) : undefined;
    const access = ref.access === 'metadata_only' ? 'metadata_only' : root?.available === true ? 'filesystem_read' : 'unavailable';
    return {
      repositoryId: ref.id,
      label: ref.label,
      access,
      branch: root?.branch ?? null,
      headSha: root?.headSha ?? null,
      edited: root?.edited ?? 0,
      untracked: root?.untracked ?? 0,
      generation: access === 'filesystem_read' ? (root?.generation ?? null) : null,
    };
  });
  return { roots, hostName: host?.name ?? null };
}

type Measured = Pick<PreviewView, 'sections' | 'totalTokens' | 'limitTokens'>;

/** The sections of the first agent's prompt: what every agent of the wave gets, but for its role. */
async function measure(
  services: Services,
  conversation: ConversationRow,
  actor: PersonActor,
  plan: SendPlan,
  roots: readonly StoredRoot[],
): Promise<Measured> {
  const { wave } = plan;
  const [agent] = wave?.assignments ?? [];
  if (!wave || !agent) return { sections: [], totalTokens: 0, limitTokens: 0 };
  const messages = await promptMessages(services.db, wave.windowIds);
  const sections = buildSections({
    phase: 'answer',
    policy: wave.policy,
    agent: { profileId: agent.profileId, name: agent.name, role: agent.role, contractVersion: agent.roleContractVersion },
    conversationTitle: plan.title ?? conversation.title,
    request: { messageId: 'msg_00000000000000000000000000', author: actor.name, body: plan.message.body },
    manifest: manifestOf(roots),
    sources: messages.filter((message) => plan.message.sources.includes(message.id)),
    transcript: messages,
    omitted: wave.omitted,
    replyTo: plan.message.replyTo,
  });
  const measured = measureSections(sections);
  return { sections: measured.sections, totalTokens: measured.totalTokens, limitTokens: await smallestRoom(services, wave) };
}

async function smallestRoom(services: Services, wave: PlannedWave): Promise<number> {
  const rooms = await Promise.all(
    wave.assignments.map(async ({ runtimeId, modelId }) =>
      promptTokenLimit((await modelOn(services.db, wave.hostId, runtimeId, modelId))?.contextTokens ?? null),
    ),
  );
  return Math.min(...rooms);
}

/** Zero where nothing is charged. What a model will write is not known beforehand, so every other cost is unknown. */
async function costOf(services: Services, wave: PlannedWave | null): Promise<number | null> {
  if (wave === null) return 0;
  const models = await Promise.all(wave.assignments.map(({ runtimeId, modelId }) => modelOn(services.db, wave.hostId, runtimeId, modelId)));
  return models.every((model) => model?.inputUsdPerMillion === 0 && model.outputUsdPerMillion === 0) ? 0 : null;
}

async function transcriptRange(services: Services, wave: PlannedWave | null, triggerOrdinal: number): Promise<PreviewView['transcript']> {
  if (wave === null) return { included: 0, omitted: 0, firstOrdinal: null, lastOrdinal: null };
  const rows =
    wave.windowIds.length === 0
      ? []
      : await services.db.selectFrom('parley.message').select('ordinal').where('id', 'in', wave.windowIds).orderBy('ordinal').execute();
  return {
    included: rows.length + 1,
    omitted: wave.omitted,
    firstOrdinal: rows[0]?.ordinal ?? triggerOrdinal,
    lastOrdinal: triggerOrdinal,
  };
}

function audienceText(audience: Awaited<ReturnType<typeof conversationView>>['audience']): string {
  switch (audience.kind) {
    case 'workspace':
      return audience.people === 1 ? 'Only you, until others join the workspace' : `Everyone in the workspace: ${audience.people} people`;
    case 'people':
      return audience.people.map((person) => person.name).join(', ');
    case 'private':
      return 'Only you';
  }
}

function warningsOf(plan: SendPlan, roots: readonly StoredRoot[], prompt: Measured, hostName: string | null): PreviewView['warnings'] {
  const warnings = plan.notes.map((detail) => ({ code: 'metadata_only', detail }));
  if (plan.wave && !plan.wave.hostOnline)
    warnings.push({ code: 'host_offline', detail: `The host ${hostName ?? ''} is offline. The response waits until it is back.` });
  for (const root of roots) {
    if (root.access === 'unavailable') warnings.push({ code: 'root_unavailable', detail: `${root.label} cannot be read at the moment.` });
    if (root.access === 'filesystem_read' && root.generation === null)
      warnings.push({
        code: 'root_not_inspected',
        detail: `${root.label} has not been looked at yet; the state at the start of the response counts.`,
      });
  }
  if (prompt.totalTokens > prompt.limitTokens)
    warnings.push({
      code: 'context_too_large',
      detail: `About ${prompt.totalTokens} tokens; the smallest model takes ${prompt.limitTokens}.`,
    });
  if (plan.wave && plan.wave.omitted > 0)
    warnings.push({ code: 'transcript_trimmed', detail: `${plan.wave.omitted} earlier messages are left out.` });
  return warnings;
}
