/** Null when ready, else one sentence that says what is missing. */
export type ReadinessCheck = () => Promise<string | null>;

interface Finding {
  name: string;
  reason: string;
}
export interface Readiness {
  add(name: string, check: ReadinessCheck): void;
  /** Something that is wrong and does not keep this process from its work. */
  addWarning(name: string, check: ReadinessCheck): void;
  /** The names of what is missing, with the reason of each. */
  missing(): Promise<Finding[]>;
  warnings(): Promise<Finding[]>;
}

const checkMs = 2_000;

export function createReadiness(): Readiness {
  const checks = new Map<string, ReadinessCheck>();
  const warnings = new Map<string, ReadinessCheck>();
  return {
    add: (name, check) => void checks.set(name, check),
    addWarning: (name, check) => void warnings.set(name, check),
    missing: () => failed(checks),
    warnings: () => failed(warnings),
  };
}

async function failed(checks: ReadonlyMap<string, ReadinessCheck>): Promise<Finding[]> {
  const results = await Promise.all([...checks].map(async ([name, check]) => ({ name, reason: await bounded(check) })));
  return results.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
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
