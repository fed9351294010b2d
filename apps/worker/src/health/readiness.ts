/** Null when all is well, else what is wrong and what to do about it, in one sentence each. */
export type Check = () => Promise<string | null> | string | null;
export interface Lack {
  name: string;
  reason: string;
}

export interface Readiness {
  /** Without it the process cannot do its work: `/readyz` answers 503. */
  need(name: string, check: Check): void;
  /** It works all the same, and somebody should look: `/readyz` answers 200 and says so. */
  warn(name: string, check: Check): void;
  read(): Promise<{ missing: Lack[]; warnings: Lack[] }>;
}

const checkMs = 2_000;

export function createReadiness(): Readiness {
  const needs = new Map<string, Check>();
  const warns = new Map<string, Check>();
  const failing = async (checks: ReadonlyMap<string, Check>): Promise<Lack[]> => {
    const results = await Promise.all([...checks].map(async ([name, check]) => ({ name, reason: await bounded(check) })));
    return results.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
  };
  return {
    need: (name, check) => void needs.set(name, check),
    warn: (name, check) => void warns.set(name, check),
    async read() {
      const [missing, warnings] = await Promise.all([failing(needs), failing(warns)]);
      return { missing, warnings };
    },
  };
}

async function bounded(check: Check): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('does not answer'), checkMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch {
    return 'cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}
