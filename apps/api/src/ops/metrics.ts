import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts and times only; labels are endpoint names, statuses and states, never ids or text. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Time of requests by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    streams: new Gauge({ name: 'parley_sse_clients', help: 'Open event streams', registers: [registry] }),
    streamsClosed: new Counter({
      name: 'parley_sse_closed_total',
      help: 'Event streams ended by the server, by reason',
      labelNames: ['reason'],
      registers: [registry],
    }),
  };
}
