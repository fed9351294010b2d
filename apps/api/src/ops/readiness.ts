/** Null when ready, else one sentence that says what is missing. */
export type ReadinessCheck = () => Promise<string | null>;

export interface Readiness {
  add(name: string, check: ReadinessCheck): void;
  /** The names of what is missing, with the reason of each. */
  missing(): Promise<{ name: string; reason: string }[]>;
}

const checkMs = 2_000;

export function createReadiness(): Readiness {
  const checks = new Map<string, ReadinessCheck>();
  return {
    add: (name, check) => void checks.set(name, check),
    async missing() {
      const results = await Promise.all([...checks].map(async ([name, check]) => ({ name, reason: await bounded(check) })));
      return results.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
    },
  };
}

async function bounded(check: ReadinessCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('does not answer'), checkMs);
  });
  try {
    return await Promise.race([check().catch(() => 'cannot be reached'), late]);
  } finally {
    clearTimeout(timer);
  }
}
