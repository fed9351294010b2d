import type { ThrottlerStorage } from '@nestjs/throttler';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

const forgetAt = 10_000;

/**
 * How often each caller came within the window that began with its first call. Times are those of a clock that nobody can set: a machine whose
 * clock is put back must not lock people out until it has caught up.
 */
export class LimitCounts implements ThrottlerStorage {
  private readonly windows = new Map<string, { count: number; endsAt: number }>();
  constructor(private readonly steady: () => number = () => performance.now()) {}

  increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const now = this.steady();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      this.forget(now);
      this.windows.set(key, (window = { count: 0, endsAt: now + ttl }));
    }
    window.count += 1;
    const leftS = Math.ceil((window.endsAt - now) / 1_000);
    const isBlocked = window.count > limit;
    return Promise.resolve({ totalHits: window.count, timeToExpire: leftS, isBlocked, timeToBlockExpire: isBlocked ? leftS : 0 });
  }

  private forget(now: number): void {
    if (this.windows.size < forgetAt) return;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
