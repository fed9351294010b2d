export { isBelow, resolveInside } from './contained';
export { type GitOptions, runGit } from './git';
export { type FileEntry, type FileList, listFiles } from './list-files';
export { readText } from './read-text';
export { isSecretPath } from './secret-path';
