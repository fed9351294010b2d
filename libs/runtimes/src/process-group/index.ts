export { type GroupMember, groupMembers, isGroupAlive, startMark } from './members';
export { type GroupEnd, terminateGroup } from './terminate';
export { childEnvironment, type GroupCommand, type GroupExit, type ProcessGroup, type SandboxWrapper, spawnGroup } from './spawn-group';
