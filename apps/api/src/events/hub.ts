import type { Logger } from 'pino';
import type { Db } from '../database/database';
import type { Metrics } from '../ops/metrics';
import type { Doorbell } from './doorbell';

export interface EventHub {
  /** New text of a turn was stored in `runtime.turn_draft`: its viewers get the increment. */
  publishDraft(draft: { jobId: string; attempt: number }): void;
  /** A person's read marker moved: their other streams hear it. */
  publishRead(read: { personId: string; conversationId: string }): void;
  /** A session or API key ended, or the audience of a conversation changed: streams without rights are closed. */
  endRights(id: string): void;
  /** Begins to listen; before it no stream can be opened. */
  open(): Promise<void>;
  /** Ends every stream with this reason. */
  close(reason: 'shutdown'): void;
}

export function createEventHub(parts: { db: Db; doorbell: Doorbell; log: Logger; metrics: Metrics }): EventHub {
  return {
    publishDraft: ({ jobId, attempt }) => parts.doorbell.ring('draft', `${jobId}/${attempt}`),
    publishRead: ({ personId, conversationId }) => parts.doorbell.ring('read', `${personId}/${conversationId}`),
    endRights: (id) => parts.doorbell.ring('rights', id),
    open: () => parts.doorbell.listen(() => undefined),
    close: () => undefined,
  };
}
