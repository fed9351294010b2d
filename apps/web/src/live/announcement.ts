import type { Wave } from '../api/types';

/** What a listener hears about a wave: changes of phase and state, an end, a stop. Never the text itself. */
const momentOf = (wave: Wave): string =>
  [wave.state, wave.phase ?? '', wave.gate, wave.outcome ?? '', wave.waitingFor?.code ?? ''].join('/');

export function announcementFor(before: Wave | undefined, now: Wave): string | null {
  if (before === undefined ? now.state === 'settled' : momentOf(before) === momentOf(now)) return null;
  const policy = { direct: 'Direct', panel: 'Panel', team: 'Team' }[now.policy];
  if (now.waitingFor !== null && now.state !== 'running') return `${policy}: ${now.waitingFor.title}`;
  return `${policy}: ${now.headline.text}`;
}
