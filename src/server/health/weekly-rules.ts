import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import type { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';

interface WeekFigures {
  weekStart: string;
  tiers: { tier: HealthTier; institutions: number; scored: number; sum: number | null }[];
  benchmarks: Selectable<Schema['benchmark_week']>[];
}

/** Compares a week with the previous week. Either can be `null`. */
export function compareWithPreviousWeek(
  week: WeekFigures | null,
  previous: WeekFigures | null,
): ResponseOf<typeof getWeeklyComparison> {
  const inTier = (figures: WeekFigures | null, tier: HealthTier) =>
    figures?.tiers.find((row) => row.tier === tier)?.institutions ?? 0;
  const total = (
    figures: WeekFigures | null,
    value: (row: WeekFigures['tiers'][number]) => number,
  ) => (figures?.tiers ?? []).reduce((sum, row) => sum + value(row), 0);
  const average = (figures: WeekFigures | null) => {
    const scored = total(figures, (row) => row.scored);
    return scored === 0 ? null : total(figures, (row) => row.sum ?? 0) / scored;
  };
  const overall = (figures: WeekFigures | null) =>
    (figures?.benchmarks ?? []).filter((row) => row.peer_level === 'all');
  const before = new Map(overall(previous).map((row) => [row.product, row.benchmark]));
  const benchmarks = overall(week).map(
    (row) =>
      [
        row.product,
        {
          current: row.benchmark,
          previous: before.get(row.product) ?? null,
          institutions: row.institutions,
        },
      ] as const,
  );
  return {
    weekStartDate: week?.weekStart ?? null,
    previousWeekStartDate: previous?.weekStart ?? null,
    institutions: total(week, (row) => row.institutions),
    averageScore: average(week),
    previousAverageScore: average(previous),
    tiers: Object.fromEntries(
      healthTiers.map((tier) => [
        tier,
        { current: inTier(week, tier), previous: inTier(previous, tier) },
      ]),
    ) as Record<HealthTier, { current: number; previous: number }>,
    benchmarks: Object.fromEntries(benchmarks) as ResponseOf<
      typeof getWeeklyComparison
    >['benchmarks'],
  };
}
