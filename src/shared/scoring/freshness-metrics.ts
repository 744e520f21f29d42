import { cronText } from '#shared/core/jobs/schedule-text.ts';
import { type Schedule, schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

function scheduleCron(key: Schedule['key']): string {
  const found = schedulesNamedInGuides.find((schedule) => schedule.key === key);
  if (!found) throw new Error(`No schedule ${key}`);
  return found.cron;
}

export const metricExplanations = {
  scoresFreshness: () => ({
    formula: `The Saturday on which the last official week ended, and the hours since the provisional score was refreshed. Official weeks are closed ${cronText(scheduleCron('scores.official'))}; the provisional score is refreshed ${cronText(scheduleCron('scores.provisional'))}.`,
    unit: 'Date, and hours',
    inputs: ['Official weeks', 'Provisional scores'],
    exclusions: 'None.',
    source: 'official_week.week_end, score_provisional.made_at',
  }),
  usageFreshness: () => ({
    formula: `Hours since usage was last refreshed. Usage is refreshed ${cronText(scheduleCron('usage.refresh'))}.`,
    unit: 'Hours',
    inputs: ['Runs of the usage refresh'],
    exclusions:
      'Failed runs do not count. Before the first run, the hours count from the last day on which any connection reported.',
    source: 'job_run, feed_week.last_report_on',
  }),
  benchmarksFreshness: () => ({
    formula: `Hours since benchmarks were last refreshed. Benchmarks are refreshed ${cronText(scheduleCron('benchmarks.refresh'))}.`,
    unit: 'Hours',
    inputs: ['Provisional benchmarks'],
    exclusions:
      'None. Before the first refresh, the hours count from the close of the last official week.',
    source: 'benchmark_provisional.made_at, official_week.closed_at',
  }),
} satisfies Partial<MetricDefinitions>;
