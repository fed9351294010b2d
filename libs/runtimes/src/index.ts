export * from './port';
export * from './process-group';
export { abortCause, turnSignal } from './turn-signal';
