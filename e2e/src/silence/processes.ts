import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Root {
  name: string;
  /** 0: not running now. */
  pid: number;
}
export interface ProcessWatch {
  /** What was seen so far, by place: `arguments of host`, `environment of host children` … */
  readonly seen: ReadonlyMap<string, Set<string>>;
  readonly looks: number;
  stop(): void;
}

const everyMs = 100;
/** A server's child may show ever new texts as its arguments; what says nothing new after this many is left. */
const mostPerPlace = 5_000;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};
const childrenOf = (pid: number): number[] => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/**
 * Looks at the arguments and the environment of every process of a stack, and of all that they start, again and again. A child that has not yet become
 * what it will be shows its parent's; it is looked at again next time. Elsewhere than on Linux nothing is seen.
 */
export function watchProcesses(roots: () => Root[], folders: () => string[]): ProcessWatch {
  const seen = new Map<string, Set<string>>();
  let looks = 0;
  const keep = (place: string, text: string): void => {
    const texts = seen.get(place) ?? new Set();
    seen.set(place, texts);
    if (text !== '' && texts.size < mostPerPlace) texts.add(text);
  };
  const look = (name: string, pid: number, parent: string): void => {
    const [argv, environment] = [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/environ`)];
    if (`${argv}\n${environment}` !== parent) {
      keep(`arguments of ${name}`, argv);
      keep(`environment of ${name}`, environment);
    }
    const children = name.endsWith(' children') ? name : `${name} children`;
    for (const child of childrenOf(pid)) look(children, child, `${argv}\n${environment}`);
  };
  const lookAround = (): void => {
    looks += 1;
    for (const { name, pid } of roots()) if (pid > 0) look(name, pid, '');
    for (const folder of folders()) if (existsSync(folder)) for (const name of readdirSync(folder)) keep('names of scratch folders', name);
  };
  const timer = setInterval(lookAround, everyMs);
  timer.unref();
  return {
    seen,
    get looks() {
      return looks;
    },
    stop() {
      clearInterval(timer);
      lookAround();
    },
  };
}
