export { isBelow, resolveInside } from './contained';
export { type GitOptions, type GitOutput, runGit } from './git';
export { type FileEntry, type FileList, fileLimits, listFiles } from './list-files';
export { readText } from './read-text';
export { isSecretPath } from './secret-path';
