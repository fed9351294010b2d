/** What a check found. `way` says what to do and is there exactly when something is wrong. */
export type Finding =
  { status: 'good'; detail: string } | { status: 'bad'; detail: string; way: string } | { status: 'skipped'; detail: string };

export interface Check {
  name: string;
  run(): Finding | Promise<Finding>;
}

export const good = (detail: string): Finding => ({ status: 'good', detail });
export const bad = (detail: string, way: string): Finding => ({ status: 'bad', detail, way });
export const skipped = (detail: string): Finding => ({ status: 'skipped', detail });

/** A check that throws has found something, too. */
export async function runCheck(check: Check): Promise<Finding> {
  try {
    return await check.run();
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error), 'Read the logs in .parley/logs, and start again with `npm start`.');
  }
}
