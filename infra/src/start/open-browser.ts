import { spawn } from 'node:child_process';

/** Opens a page where a person sits in front of this machine; elsewhere the printed link is enough. */
export function openBrowser(url: string, environment: NodeJS.ProcessEnv): boolean {
  const remote = environment['SSH_CONNECTION'] ?? environment['CI'];
  if (remote || !process.stdout.isTTY) return false;
  const commands: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ['open', [url]],
    win32: ['cmd', ['/c', 'start', '', url]],
    linux: ['xdg-open', [url]],
  };
  const command = commands[process.platform];
  if (!command || (process.platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY'])) return false;
  const child = spawn(command[0], command[1], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
  return true;
}
