export { createEvidenceRuntime, type EvidenceConfig } from './evidence.adapter';
