import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import {
  contextDecision,
  predecessorSettled,
  queues,
  stopRequested,
  turnEvidence,
  waitingChanged,
  waveWorkflowId,
  waveWorkflowType,
} from '@parley/workflows';
import type { OutboxMessage } from './outbox.repo';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const conversationKey = keyword('ParleyConversation');
const policyKey = keyword('ParleyPolicy');
const stateKey = keyword('ParleyState');

export interface WaveStart {
  waveId: string;
  conversationId: string;
  policy: string;
  /** After a restore: what an earlier run knows is of another life of the database. */
  again: boolean;
  /** Link of the web page: the only thing an operator needs that is not an id. */
  link: string;
}
export type Delivered = 'delivered' | 'no_workflow';

/** Starting twice is one start: the id is the wave's, and a closed run refuses it too. Never waits for a result: long polls are limited per namespace. */
export async function startWave(client: Client, wave: WaveStart): Promise<void> {
  try {
    await client.workflow.start(waveWorkflowType, {
      taskQueue: queues.waves,
      workflowId: waveWorkflowId(wave.waveId),
      args: [wave.waveId],
      workflowIdReusePolicy: wave.again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: wave.again ? 'TERMINATE_EXISTING' : 'FAIL',
      typedSearchAttributes: new TypedSearchAttributes([
        { key: conversationKey, value: wave.conversationId },
        { key: policyKey, value: wave.policy },
        { key: stateKey, value: 'planned' },
      ]),
      staticSummary: wave.policy,
      staticDetails: wave.link,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

export async function signalWave(
  client: Client,
  waveId: string,
  message: Exclude<OutboxMessage, { kind: 'start_wave' }>,
): Promise<Delivered> {
  const handle = client.workflow.getHandle(waveWorkflowId(waveId));
  try {
    switch (message.kind) {
      case 'stop':
        await handle.signal(stopRequested, { stopId: message.stopId });
        break;
      case 'context_decision':
        await handle.signal(contextDecision, { decision: message.decision, fingerprint: message.fingerprint });
        break;
      case 'turn_evidence':
        await handle.signal(turnEvidence, { jobId: message.jobId, attempt: message.attempt, kind: message.evidence });
        break;
      case 'predecessor_settled':
        await handle.signal(predecessorSettled);
        break;
      case 'waiting_changed':
        await handle.signal(waitingChanged, { waiting: message.waiting });
        break;
    }
    return 'delivered';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'no_workflow';
    throw error;
  }
}
