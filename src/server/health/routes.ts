import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { institutionNotFound, requireInstitution } from '#server/institutions/existence.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { computeTierTargetMultiplier } from '#shared/core/scoring-rules.ts';
import { type Benchmark, getBenchmarks } from '#shared/health/benchmarks.ts';
import { getFeatureTargets, getHealthTrend } from '#shared/health/health.ts';
import { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';
import { findLatestBenchmarks, findOfficialBenchmarks } from './benchmark-queries.ts';
import { countActiveLocations, findScoredWeeks } from './queries.ts';
import { computeProductUsageTargets } from './rules.ts';
import { readHealthTrend } from './trend.ts';
import { findWeekTierCounts } from './weekly-queries.ts';
import { compareWithPreviousWeek } from './weekly-rules.ts';

export function healthRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;

  route(app, getHealthTrend, async ({ params, query }) => {
    const data = await readHealthTrend(foreground, params.id, query.weeks);
    if (data === undefined) throw institutionNotFound();
    return { data };
  });

  route(app, getBenchmarks, async () => {
    const benchmarks = await findLatestBenchmarks(database.reading());
    const all = benchmarks
      .filter((benchmark) => benchmark.peerLevel === 'all')
      .map((benchmark) => [benchmark.product, benchmark] as const);
    return {
      benchmarks,
      overall: Object.fromEntries(all) as Partial<Record<Benchmark['product'], Benchmark>>,
    };
  });

  route(app, getWeeklyComparison, async () => {
    const queries = database.reading();
    const [week, before] = await findOfficialWeekStarts(queries, 2);
    // The last two official weeks need not be adjacent, because a week without customers is not
    // official.
    const previous = week !== undefined && before === addDays(week, -7) ? before : undefined;
    const read = async (start: string | undefined) =>
      start === undefined
        ? null
        : {
            weekStart: start,
            tiers: await findWeekTierCounts(queries, start),
            benchmarks: await findOfficialBenchmarks(queries, start),
          };
    return compareWithPreviousWeek(await read(week), await read(previous));
  });

  route(app, getFeatureTargets, async ({ params }) => {
    await requireInstitution(foreground, params.id);
    const [week] = await findScoredWeeks(foreground, params.id, 1);
    if (week) return computeProductUsageTargets(week);
    const now = clock();
    const locationCount = await countActiveLocations(
      foreground,
      params.id,
      dayIn(env.BUSINESS_TIME_ZONE, now),
    );
    const { rules } = await readCurrentRules(foreground, now);
    return {
      featureTargets: {},
      targetMultiplier: computeTierTargetMultiplier('Unknown', rules),
      locationCount,
      measuredLocations: 0,
    };
  });
}
