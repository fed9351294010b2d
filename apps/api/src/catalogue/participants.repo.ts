import type { ProfileRole } from '@parley/domain';
import type { Reader } from '../database/database';
import type { AnswerOf } from '../http/call';

/** The agents of a conversation with what they run on now, in the order in which they came in. */
export async function readParticipants(reader: Reader, conversationId: string): Promise<AnswerOf<'listParticipants'>['items']> {
  const rows = await reader
    .selectFrom('parley.participant as p')
    .innerJoin('parley.participant_revision as v', 'v.id', 'p.current_revision_id')
    .select([
      'p.id',
      'p.conversation_id',
      'p.profile_id',
      'v.name',
      'v.role',
      'v.revision',
      'v.runtime_id',
      'v.runtime_name',
      'v.model_id',
      'v.effort',
      'v.role_contract_version',
    ])
    .where('p.conversation_id', '=', conversationId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    profileId: row.profile_id,
    name: row.name,
    role: row.role as ProfileRole,
    revision: row.revision,
    runtimeId: row.runtime_id,
    runtimeName: row.runtime_name,
    modelId: row.model_id,
    effort: row.effort,
    roleContractVersion: row.role_contract_version,
  }));
}
