const key = 'parley.return';

/** Where to go after signing in: a path of this app, never another origin. */
export function rememberReturn(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    return;
  }
}

export function takeReturn(): string {
  try {
    const path = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return path !== null && /^\/(?!\/)/.test(path) ? path : '/';
  } catch {
    return '/';
  }
}
