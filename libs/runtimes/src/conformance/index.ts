export { describeRuntimeConformance, type HostDeathScenario, type Scenarios } from './describe-runtime';
export { hostDeath } from './host-process';
export { recordEvents, turnInput } from './turn-input';
