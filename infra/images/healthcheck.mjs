// Health check of every image: exit code 0 when HEALTH_URL answers 200. What it answered is kept by the engine (`docker inspect`).
try {
  const response = await fetch(process.env.HEALTH_URL, { signal: AbortSignal.timeout(4000) });
  process.stdout.write((await response.text()).slice(0, 1000));
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : 'no answer');
  process.exitCode = 1;
}
