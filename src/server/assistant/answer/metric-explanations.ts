import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';

type Define = MetricDefinitions[keyof MetricDefinitions];

const namesSchema = z.object({ metricNames: z.record(z.string(), z.string()) });
const definitionsSchema = z.object({
  metricExplanations: z.record(
    z.string(),
    z.custom<Define>((value) => typeof value === 'function'),
  ),
});

interface Metrics {
  names: ReadonlyMap<string, string>;
  /** Returns the definition of a metric under `rules`. Throws for an unknown metric. */
  define: (key: string, rules: HealthRules) => ReturnType<Define>;
}

const shared = join(import.meta.dirname, '../../../shared');

async function loadRooms<T>(pattern: string, schema: z.ZodType<T>): Promise<T[]> {
  const paths = globSync(pattern, { cwd: shared }).sort();
  const modules = await Promise.all(
    paths.map((path): Promise<unknown> => import(pathToFileURL(join(shared, path)).href)),
  );
  return modules.map((module) => schema.parse(module));
}

let loaded: Promise<Metrics> | undefined;

/**
 * Loads metric names and definitions of all rooms from their `metric-names.ts` and `*metrics.ts`
 * files.
 */
export function loadMetrics(): Promise<Metrics> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Metrics> {
  const [names, definitions] = await Promise.all([
    loadRooms('*/metric-names.ts', namesSchema),
    loadRooms('**/{metrics,*-metrics}.ts', definitionsSchema),
  ]);
  const byKey = new Map(
    definitions.flatMap(({ metricExplanations }) => Object.entries(metricExplanations)),
  );
  return {
    names: new Map(names.flatMap(({ metricNames }) => Object.entries(metricNames))),
    define: (key, rules) => {
      const define = byKey.get(key);
      if (define === undefined) throw new Error(`No metric has the key ${key}`);
      return define(rules);
    },
  };
}
