const secretFolders = new Set(['.git', '.ssh', '.aws', '.gnupg', '.kube', '.docker']);
const secretNames = [
  /^\.env(\..+)?$/,
  /^\.(npmrc|netrc|pgpass|pypirc|htpasswd|git-credentials)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/,
  /^(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt))?$/,
  /^service-account.*\.json$/,
];
/** Templates are made to be read: they name variables and hold no values. */
const template = /^\.env\.(example|sample|template|defaults|dist)$/;

/**
 * Whether a path inside a root names something that no runtime reads aloud: Git's own folder, and files that by their name hold keys or
 * passwords. A name is all that is judged; a secret in an ordinary source file is the repository's own problem.
 */
export function isSecretPath(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => secretFolders.has(part))) return true;
  return !template.test(name) && secretNames.some((pattern) => pattern.test(name));
}
