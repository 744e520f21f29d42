import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/**
 * What this process has done since it started, as Prometheus counts it: names with their unit, `_total` for what only grows, and labels
 * that take few values. An instrument that nobody reads costs next to nothing.
 */
export const registry = new Registry();

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long requests took, from their head to the end of the answer, by the route that answered them',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [registry],
});

export const jobSeconds = new Histogram({
  name: 'chairside_job_run_duration_seconds',
  help: 'How long runs of jobs took in this process, by how they ended',
  labelNames: ['job', 'outcome'],
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
  registers: [registry],
});

export const importRows = new Counter({
  name: 'chairside_import_rows_total',
  help: 'Rows of files and feeds that this process has imported, by what became of them',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
});

let isProcessMeasured = false;

/** Begins to measure the process itself: memory, processor, garbage collection, event loop. Once is enough. */
export function measureProcess(): void {
  if (isProcessMeasured) return;
  isProcessMeasured = true;
  collectDefaultMetrics({ register: registry });
}
