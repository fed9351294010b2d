export { createEvidenceRuntime } from './evidence.adapter';
