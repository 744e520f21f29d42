import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/**
 * Prometheus counters and histograms of this process since its start. Their names end with their
 * unit, or with `_total` for counters, and their labels have few values. An unused metric costs
 * almost nothing.
 */
export const metricsRegistry = new Registry();

export const requestDurationHistogram = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests from their headers to the end of the answer, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metricsRegistry],
});

export const jobDurationHistogram = new Histogram({
  name: 'chairside_job_run_duration_seconds',
  help: 'Duration of job runs in this process, by outcome',
  labelNames: ['job', 'outcome'],
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
  registers: [metricsRegistry],
});

export const importedRowsCounter = new Counter({
  name: 'chairside_import_rows_total',
  help: 'Rows of files and feeds imported by this process, by outcome',
  labelNames: ['kind', 'outcome'],
  registers: [metricsRegistry],
});

let isProcessMeasured = false;

/**
 * Starts measuring the process: memory, processor, garbage collection and event loop. Further calls
 * do nothing.
 */
export function startProcessMetrics(): void {
  if (isProcessMeasured) return;
  isProcessMeasured = true;
  collectDefaultMetrics({ register: metricsRegistry });
}
