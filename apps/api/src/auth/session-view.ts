import type { Role } from '@parley/domain';
import type { Services } from '../app/services';
import type { AnswerOf } from '../http/call';

/** Who is signed in, as the web shows it. The Temporal UI is for those who operate the installation. */
export async function sessionView(services: Services, personId: string): Promise<AnswerOf<'getSession'>> {
  const [person, workspace] = await Promise.all([
    services.db
      .selectFrom('parley.person')
      .select(['id', 'name', 'email', 'role', 'created_at'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
    services.db.selectFrom('parley.workspace').select('name').executeTakeFirstOrThrow(),
  ]);
  const operates = person.role === 'owner' || person.role === 'admin';
  return {
    person: {
      id: person.id,
      name: person.name,
      email: person.email,
      role: person.role as Role,
      createdAt: person.created_at.toISOString(),
    },
    workspaceName: workspace.name,
    temporalUiUrl: operates ? (services.config.TEMPORAL_UI_URL ?? null) : null,
  };
}
