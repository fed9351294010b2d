import type { AudienceKind, ConversationAccess } from '@parley/domain';
import { sql } from 'kysely';
import type { Reader } from '../database/database';

export interface ConversationRights extends ConversationAccess {
  deleted: boolean;
}

const capacity = 5_000;

/** Who may see which conversation, as far as the live stream needs it. Forgotten when an event or a ring says that it changed. */
export class RightsCache {
  private readonly known = new Map<string, ConversationRights>();
  constructor(private readonly reader: Reader) {}

  get(conversationId: string): ConversationRights | undefined {
    return this.known.get(conversationId);
  }

  forget(conversationId: string): void {
    this.known.delete(conversationId);
  }

  clear(): void {
    this.known.clear();
  }

  /** Reads what is not known, in one statement. */
  async load(conversationIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(conversationIds)].filter((id) => !this.known.has(id));
    if (missing.length === 0) return;
    const { rows } = await sql<{ id: string; audience: AudienceKind; created_by: string; deleted: boolean; members: string[] }>`
      select c.id, c.audience, c.created_by, c.deleted_at is not null as deleted,
        array(select m.person_id from parley.conversation_member m where m.conversation_id = c.id) as members
      from parley.conversation c where c.id = any(${missing}::text[])`.execute(this.reader);
    for (const row of rows)
      this.known.set(row.id, {
        kind: 'conversation',
        audience: row.audience,
        createdBy: row.created_by,
        memberIds: row.members,
        deleted: row.deleted,
      });
    for (const id of this.known.keys()) {
      if (this.known.size <= capacity) break;
      if (!missing.includes(id)) this.known.delete(id);
    }
  }
}
