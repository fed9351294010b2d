import type { MentionQuery } from '@parley/contracts';
import { builtInProfiles } from '@parley/prompts';
import type { z } from 'zod';
import { requireConversation } from '../access/conversation-access';
import type { Services } from '../app/services';
import type { PersonActor } from '../auth/actor';
import type { AnswerOf } from '../http/call';
import { readHosts, readRepositories } from './hosts.repo';
import { repositoryView } from './repositories';
import { runtimeViews } from './runtimes';

type MentionView = AnswerOf<'listMentions'>['items'][number];

/** Agents and repositories whose names match, the better match first. Half of the places are kept for each kind while the other could fill them all. */
export async function listMentions(
  services: Services,
  actor: PersonActor,
  query: z.output<typeof MentionQuery>,
): Promise<AnswerOf<'listMentions'>> {
  if (query.conversationId !== undefined) await requireConversation(services.db, actor, query.conversationId, 'read');
  const [hosts, repositories] = await Promise.all([readHosts(services.db, services.now()), readRepositories(services.db)]);
  const ready = runtimeViews(hosts).some((runtime) => runtime.ready);
  const agents = builtInProfiles.map((profile): MentionView => ({
    kind: 'agent',
    id: profile.id,
    label: profile.name,
    detail: profile.lens,
    role: profile.role,
    available: ready,
    reason: ready ? null : 'No agent runtime is ready.',
  }));
  const places = repositories.map((repository): MentionView => {
    const { id, label, branch, available, reason } = repositoryView(repository, hosts);
    return { kind: 'repository', id, label, detail: branch ?? 'No branch', available, reason };
  });
  return { items: share(best(agents, query.q), best(places, query.q), query.limit) };
}

function best(mentions: MentionView[], q: string): MentionView[] {
  const wanted = q.trim().toLowerCase();
  return mentions
    .map((mention, position) => ({ mention, position, score: scoreOf(mention.label.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || Number(b.mention.available) - Number(a.mention.available) || a.position - b.position)
    .map(({ mention }) => mention);
}

function scoreOf(label: string, wanted: string): number {
  if (wanted === '') return 1;
  if (label === wanted) return 4;
  if (label.startsWith(wanted)) return 3;
  if (label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
  return label.includes(wanted) ? 1 : 0;
}

function share(agents: MentionView[], repositories: MentionView[], limit: number): MentionView[] {
  const half = Math.ceil(limit / 2);
  const forAgents = Math.min(agents.length, Math.max(half, limit - repositories.length));
  return [...agents.slice(0, forAgents), ...repositories.slice(0, limit - forAgents)];
}
