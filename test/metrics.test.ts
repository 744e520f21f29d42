import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { buildMetricDefinition } from '#web/metrics/metric-explanations.ts';
import { metricNames } from '#web/metrics/metric-names.ts';

const root = join(import.meta.dirname, '..');
const tables = readdirSync(join(root, 'migrations'))
  .map((name) => readFileSync(join(root, 'migrations', name), 'utf8'))
  .join('\n');
/** Returns the keys that the files of all rooms export, in alphabetical order. */
const keysOf = (files: Record<string, object>) => Object.values(files).flatMap(Object.keys).sort();
const metricKeys = Object.keys(metricNames) as MetricKey[];
const text = (key: MetricKey, changes: Partial<HealthRules> = {}) =>
  Object.values(buildMetricDefinition(key, { ...defaultHealthRules, ...changes }))
    .flat()
    .join(' ');

describe('every metric', () => {
  test.each(metricKeys)('%s is described in full sentences', (key) => {
    const metric = buildMetricDefinition(key, defaultHealthRules);
    for (const sentence of [metric.formula, metric.exclusions])
      expect(sentence).toMatch(/^\S.*\.$/);
    for (const word of [metric.name, metric.unit, metric.source, ...metric.inputs])
      expect(word).toMatch(/^\S.*\S$/);
    expect(metric.inputs.length).toBeGreaterThan(0);
  });

  test.each(metricKeys)('%s comes from a table, column or rule that exists', (key) => {
    for (const source of buildMetricDefinition(key, defaultHealthRules).source.split(', ')) {
      const [rule, file] = source.split(' in ');
      if (file !== undefined) {
        expect(readFileSync(join(root, file), 'utf8')).toMatch(
          new RegExp(`export (const|(async )?function) ${rule}\\b`),
        );
        continue;
      }
      const [table, column] = source.split('.');
      expect(tables).toContain(`create table ${table} (`);
      if (column !== undefined)
        expect(tables).toMatch(
          new RegExp(`\\b${column} (bigint|integer|date|timestamptz|text|boolean|double)`),
        );
    }
  });

  test('is named once and defined once', () => {
    const names = keysOf(
      import.meta.glob('/src/shared/*/metric-names.ts', { eager: true, import: 'metricNames' }),
    );
    expect(names).toEqual([...new Set(names)]);
    const definitions = keysOf(
      import.meta.glob('/src/shared/**/{metrics,*-metrics}.ts', {
        eager: true,
        import: 'metricExplanations',
      }),
    );
    expect(definitions).toEqual(names);
  });

  test('has a unique name', () => {
    expect(
      new Set(metricKeys.map((key) => buildMetricDefinition(key, defaultHealthRules).name)).size,
    ).toBe(metricKeys.length);
  });
});

describe('a changed rule changes the text', () => {
  test.each<[MetricKey, Partial<HealthRules>, string]>([
    ['healthTier', { healthyFrom: 80 }, 'Healthy from 80'],
    ['healthTier', { mediumFrom: 45 }, 'Critical below 45'],
    ['target', { mediumFrom: 45 }, '0.45 for a Critical institution'],
    ['target', { healthyFrom: 80 }, '0.8 for a Medium or Healthy institution'],
    ['measurableShare', { minimumCoverage: 0.7 }, 'Below 70%'],
    ['peers', { minimumPeers: 30 }, 'at least 30 institutions'],
    ['relativeChange', { minimumPeers: 30 }, 'the first group with at least 30 customers'],
    ['grace', { graceDays: 60 }, 'including day 60'],
    ['atRisk', { decliningWeeksAtRisk: 4 }, 'declining for 4 official weeks'],
    ['percentChange', { flatBand: 3 }, 'at most ±3%'],
    ['sizeTier', { sizeTierFrom: { Medium: 3, Large: 9, Enterprise: 40 } }, 'Enterprise from 40'],
    ['adoptionScore', { weights: { forms: 2 } }, 'Weight 2 for Forms'],
  ])('%s with %o', (key, change, words) => {
    expect(text(key)).not.toContain(words);
    expect(text(key, change)).toContain(words);
  });
});
