import { defineQuery, defineSignal } from '@temporalio/workflow';

/** Names that both sides of a signal or query must spell alike. */
export const waveWorkflowType = 'wave';
export const reconcileWorkflowType = 'reconcile';
export const waveWorkflowId = (waveId: string): string => `wave/${waveId}`;
export const queues = {
  waves: 'waves',
  curation: 'curation',
  hostTurns: (hostId: string): string => `host.${hostId}.turns`,
  hostControl: (hostId: string): string => `host.${hostId}.control`,
} as const;
export const searchAttributes = ['ParleyConversation', 'ParleyPolicy', 'ParleyState', 'ParleyHost'] as const;
export const failureTypes = ['stale_state', 'not_found', 'unavailable', 'defect'] as const;

export const stopRequested = defineSignal<[{ stopId: string }]>('stopRequested');
export const contextDecision =
  defineSignal<[{ decision: 'continue' | 'cancel' | 'resume'; fingerprint: string | null }]>('contextDecision');
export const predecessorSettled = defineSignal('predecessorSettled');
export const turnEvidence =
  defineSignal<[{ jobId: string; attempt: number; kind: 'terminal' | 'not_sent' | 'alive' | 'unknown' }]>('turnEvidence');
/** A wait for a host has another reason than before; for those who look into the Temporal UI. */
export const waitingChanged = defineSignal<[{ waiting: 'host' | 'capacity' }]>('waitingChanged');

export interface WaveProgress {
  step: string;
  phase: string | null;
  waitingFor: string | null;
  /** A code of `waitReasons`. */
  reason: string | null;
  turns: { jobId: string; attempt: number; status: string }[];
}
export const progress = defineQuery<WaveProgress>('progress');
