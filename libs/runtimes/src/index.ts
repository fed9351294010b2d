export * from './port';
export { createRuntimes, type RuntimesConfig } from './create-runtimes';
export * from './process-group';
export { isBelow, isSecretPath, resolveInside } from './repository-files';
export { abortCause, turnSignal } from './turn-signal';
