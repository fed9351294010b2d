import { Controller } from '@nestjs/common';
import { builtInProfiles } from '@parley/prompts';
import { requireConversation } from '../access/conversation-access';
import { Services } from '../app/services';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { readHosts, readRepositories } from './hosts.repo';
import { listMentions } from './mentions';
import { readParticipants } from './participants.repo';
import { repositoryView } from './repositories';
import { runtimeViews } from './runtimes';

@Controller()
export class CatalogueController {
  constructor(private readonly services: Services) {}

  @Route('listProfiles')
  listProfiles(): AnswerOf<'listProfiles'> {
    return {
      items: builtInProfiles.map(({ id, name, role, lens, description, contractVersion }) => ({
        id,
        name,
        role,
        lens,
        description,
        contractVersion,
        builtIn: true,
      })),
    };
  }

  @Route('listParticipants')
  async listParticipants(call: CallOf<'listParticipants'>): Promise<AnswerOf<'listParticipants'>> {
    await requireConversation(this.services.db, call.actor, call.query.conversationId, 'read');
    return { items: await readParticipants(this.services.db, call.query.conversationId) };
  }

  @Route('listRuntimes')
  async listRuntimes(): Promise<AnswerOf<'listRuntimes'>> {
    return { items: runtimeViews(await readHosts(this.services.db, this.services.now())) };
  }

  @Route('listRepositories')
  async listRepositories(): Promise<AnswerOf<'listRepositories'>> {
    const [hosts, repositories] = await Promise.all([readHosts(this.services.db, this.services.now()), readRepositories(this.services.db)]);
    return { items: repositories.map((repository) => repositoryView(repository, hosts)) };
  }

  @Route('listHosts')
  async listHosts(): Promise<AnswerOf<'listHosts'>> {
    const [hosts, repositories] = await Promise.all([readHosts(this.services.db, this.services.now()), readRepositories(this.services.db)]);
    const items = hosts.map((host) => ({
      id: host.id,
      name: host.name,
      online: host.online,
      seenAt: host.seenAt?.toISOString() ?? null,
      offlineSince: host.online ? null : (host.seenAt?.toISOString() ?? null),
      capacity: host.capacity,
      running: host.running,
      platform: host.platform,
      version: host.version,
      runtimes: host.runtimes.map((runtime) => runtime.id),
      repositories: repositories
        .filter((repository) => repository.places.some((place) => place.hostId === host.id && place.available))
        .map((repository) => repository.id),
    }));
    return { items };
  }

  @Route('listMentions')
  listMentions(call: CallOf<'listMentions'>): Promise<AnswerOf<'listMentions'>> {
    return listMentions(this.services, call.actor, call.query);
  }
}
