import { z } from 'zod';
import { say } from './output';
import { runScript } from './services';

const LocalAccess = z.object({ apiKey: z.string(), linkToken: z.string(), ownerId: z.string() });
export type LocalAccess = z.infer<typeof LocalAccess>;

/** Migrates, makes the owner of an empty installation, and grants this machine its key and a link. */
export const grantLocalAccess = async (apiEnvironment: Record<string, string | undefined>): Promise<LocalAccess> =>
  LocalAccess.parse(JSON.parse(await runScript('apps/api/dist/local-access.js', apiEnvironment)));

export const signInLink = (webUrl: string, access: LocalAccess): string => `${webUrl}/sign-in#token=${access.linkToken}`;

/** A link is good once and for a quarter of an hour: whoever sits at the terminal gets another one with Enter. */
export function offerLinks(newLink: () => Promise<string>): void {
  if (!process.stdin.isTTY) return;
  let busy = false;
  process.stdin.on('data', () => {
    if (busy) return;
    busy = true;
    newLink()
      .then((link) => say(`  Sign-in link   ${link}`))
      .catch((error: unknown) => say(`  ! There is no new link: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => (busy = false));
  });
}
