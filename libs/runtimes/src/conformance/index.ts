export { describeRuntimeConformance } from './describe-runtime';
export { fixtureRepository } from './fixture-repository';
export { hostDeath } from './host-process';
export { recordEvents, turnInput } from './turn-input';
export { temporaryFolder } from './temporary-folder';
