import type { LocalState } from '../state/state-folder';
import { bold, dim, say } from './output';

export interface Announcement {
  state: LocalState;
  link: string;
  /** The link was used up by a page that was opened. */
  opened: boolean;
  repositories: string[];
  logs: string;
  ms: number;
}

/** What a person needs to know once everything runs. */
export function announce({ state, link, opened, repositories, logs, ms }: Announcement): void {
  const paths = repositories.map((path) => path.replace(/^[^=/\\]+=/, ''));
  say(`\n${bold('Parley is ready')} ${dim(`(${(ms / 1000).toFixed(1)} s)`)}\n`);
  say(`  Web app        ${bold(state.webUrl)}`);
  say(`  Sign-in link   ${link}${opened ? dim('  (used by the page that was opened)') : ''}`);
  if (state.temporalUiUrl) say(`  Temporal UI    ${state.temporalUiUrl}`);
  say(`  Repositories   ${paths.length > 0 ? paths.join(', ') : 'none yet: npm start -- --repo PATH'}`);
  say(`  Logs           ${logs}`);
  say(`\n  Ask from here  npm run ask -- "What does this repository do?"`);
  const more = process.stdin.isTTY ? 'Enter prints another' : 'each start prints another';
  say(`  ${dim(`The link signs in once, within 15 minutes; ${more}. Ctrl-C stops everything.`)}\n`);
}
