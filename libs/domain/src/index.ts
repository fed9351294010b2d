export * from './vocabulary';
export * from './errors';
export * from './limits';

export { canonicalJson, type Json } from './canonical-json';
export { contextFingerprint, type ContextState, type Hash, sendFingerprint } from './fingerprints';
export { idRandomBytes, makeId } from './ids';
export { type CursorKey, type CursorScope, decodeCursor, encodeCursor, type Hmac } from './cursor';
export { autoTitle } from './title';
export { selectWindow, type WindowCandidate, type WindowInput, type WindowSelection } from './window';

export { assertWaveTransition, personWaveState, type ShownWave, wavePath, waveTransitions } from './state/wave-states';
export { assertJobTransition, isTerminalJob, jobPath, jobTransitions, retryableJobStates, terminalJobStates } from './state/job-states';
export {
  assertDeliveryTransition,
  assertInterruptTransition,
  deliveryPath,
  deliveryTransitions,
  type EvidenceKind,
  interruptTransitions,
  isDeliveryTransition,
} from './state/delivery-states';
export { assertGateTransition, decideGate, type GateDecision, type GateFacts, gateTransitions } from './state/gate-states';
export {
  decideWaveCommand,
  type WaveCommand,
  type WaveCommandDecision,
  type WaveCommandEffect,
  type WaveCommandFacts,
  waveCommands,
} from './state/wave-commands';

export { decideSend } from './send/decide-send';
export { planRefs } from './send/context-refs';
export { choosePlace, type Place } from './send/placement';
export { resolveRoster, type RosterEntry, teamProfileIds } from './send/roster';
export type {
  HostFact,
  MessageFact,
  ParticipantFact,
  PlannedAssignment,
  PlannedRef,
  PlannedWave,
  ProfileFact,
  ResponderChoice,
  RuntimeFact,
  SendDecision,
  SendFacts,
  SendPlan,
  SendRequest,
} from './send/send-facts';

export { decideNext } from './wave/decide-next';
export {
  decideEvidence,
  decideTerminal,
  type JobError,
  maxAttempts,
  type TerminalDecision,
  type TerminalFacts,
  type TurnOutcome,
} from './wave/decide-terminal';
export { deriveWaveState } from './wave/wave-state';
export { assertSettlement, isSettlement, settlementPairs } from './wave/settlement';
export { buildReceipt, type ReceiptInput, type ReceiptJob, type ReceiptRecord, type ReceiptReviewer, reviewerStatus } from './wave/receipt';
export { sumUsage, unknownUsage, type UsageFacts } from './wave/usage';
export type { ConcernFacts, JobFacts, JobPlan, JobResultFacts, NextStep, Settlement, WaveFacts } from './wave/wave-facts';

export { claimFound } from './concern/claims';
export { type ConcernsInput, decideConcerns, demoteEvidence, findRedundant, isEligible, judgeCitations } from './concern/concerns';
export { decideResolutions, type ResolutionRecord } from './concern/resolutions';
export type {
  CheckedCitation,
  Citation,
  ConcernRecord,
  ConcernResolution,
  Parsed,
  ParsedConcern,
  ParsedCorrection,
  ParsedReview,
} from './concern/concern-facts';

export {
  type AccessAction,
  accessActions,
  type AccessDecision,
  type AccessResource,
  type Actor,
  canRead,
  type ConversationAccess,
  decideAccess,
  type ReadableKinds,
  readableKinds,
} from './access/decide-access';
export { audienceWidens } from './access/widens';

export { type Actions, type WaveAction, type WaveActionFacts, waveActionNames, waveActions } from './view/wave-actions';
export {
  type ConversationAction,
  type ConversationActionFacts,
  conversationActionNames,
  conversationActions,
  type MessageAction,
  type MessageActionFacts,
  messageActionNames,
  messageActions,
} from './view/conversation-actions';
export { type HeadlineText, type Tone } from './view/headline';
export { correctionText, jobHeadline, type JobHeadlineFacts } from './view/job-headline';
export {
  attentionReason,
  conversationHeadline,
  type ConversationHeadlineFacts,
  firstLine,
  waveHeadline,
  type WaveHeadlineFacts,
} from './view/wave-headline';
export { jobErrorText, type NoticeText } from './view/job-error-text';
export { type RootChange, type WaitingFacts, waitingFor, type WaitingText } from './view/waiting';
export {
  type RecoveryCode,
  recoveryCodes,
  type WaitCode,
  waitCodes,
  type WaitKind,
  type WaitReason,
  waitReasons,
} from './view/waiting-reasons';
