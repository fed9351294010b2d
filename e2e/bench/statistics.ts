/** The value below which this share of the samples lies; nearest rank, so it is always one of them. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export interface Summary {
  n: number;
  p50: number;
  p95: number;
  p99: number;
}

export const summarize = (samples: readonly number[]): Summary => ({
  n: samples.length,
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  p99: percentile(samples, 0.99),
});

export interface Spread {
  median: number;
  low: number;
  high: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** How far the largest is above the smallest, as a share of the smallest. */
export const movement = (values: readonly number[]): number => Math.max(...values) / Math.min(...values) - 1;
