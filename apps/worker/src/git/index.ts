export { type Evidence, gitEvidence } from './evidence';
export { createGit, type Git } from './run-git';
