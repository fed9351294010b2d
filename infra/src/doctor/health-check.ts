import { z } from 'zod';
import { bad, type Finding, good } from './check';

const Lack = z.object({ name: z.string(), reason: z.string() });
const Health = z.object({ missing: z.array(Lack).default([]), warnings: z.array(Lack).default([]) });
const sentence = (lacks: readonly z.infer<typeof Lack>[]): string => lacks.map(({ name, reason }) => `${name} ${reason}`).join('; ');

/** What a process says of itself at `/readyz`: what it lacks, and what somebody should look at. Each names what to do. */
export async function checkHealth(url: string, log: string): Promise<Finding> {
  const way = `Do what it says; its log is .parley/logs/${log}.log.`;
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (!response) return bad(`nothing answers at ${url}`, `Read .parley/logs/${log}.log, and start again with \`npm start\`.`);
  const { missing, warnings } = Health.catch({ missing: [], warnings: [] }).parse(await response.json().catch(() => ({})));
  if (!response.ok) return bad(`not ready: ${sentence(missing) || `status ${response.status}`}`, way);
  return warnings.length === 0 ? good('ready') : bad(`ready, but: ${sentence(warnings)}`, way);
}
