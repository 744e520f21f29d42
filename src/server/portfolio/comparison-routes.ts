import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { findClosedWeeks, findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import { type Day, weekEndOf } from '#shared/core/dates.ts';
import type { QueryOf, ResponseOf } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import {
  type ComparedCustomer,
  exportComparedCustomers,
  getComparedCustomers,
  getInstitutionComparison,
  getOfficialWeeks,
  getPortfolioComparison,
  getTierTrend,
} from '#shared/portfolio/comparison.ts';
import { comparisonColumns } from '#shared/portfolio/comparison-columns.ts';
import {
  addPeersChangeToWeeks,
  explainAverageDifference,
} from '#shared/portfolio/comparison-rules.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { getWeekFigures, type WeekFigures } from '#shared/portfolio/week-figures.ts';
import { createComparedCustomersReader } from './comparison.ts';
import {
  countTiersByWeek,
  findComparedCustomers,
  findComparedProducts,
  findInstitutionProducts,
  findInstitutionScoresInWeek,
  readComparisonCacheVersion,
  selectOverallBenchmarks,
  type WeekPair,
} from './comparison-queries.ts';
import { institutionListReader } from './list.ts';
import { findPortfolioStatisticsByWeek } from './week-figures-queries.ts';

type TierWeeks = ResponseOf<typeof getTierTrend>['rows'];

export function comparisonRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const institutions = institutionListReader(dependencies);
  const { foreground } = dependencies.database;
  const customersOf = createComparedCustomersReader(dependencies);
  const comparisons = createRecentAnswerCache<ResponseOf<typeof getPortfolioComparison>>(60);
  const trends = createRecentAnswerCache<TierWeeks>(60);
  const figures = createRecentAnswerCache<WeekFigures[]>(60);
  const segments = createRecentAnswerCache<readonly number[]>(30);
  const officialWeeks = createRecentAnswerCache<ResponseOf<typeof getOfficialWeeks>>(1);

  async function pairOf({ from, to }: { from: Day; to: Day }): Promise<WeekPair> {
    if (from >= to) throw unprocessable('from: must be an earlier week than to.');
    const found = await findClosedWeeks(foreground, [from, to]);
    const week = (start: Day) => {
      const one = found.find(({ weekStart }) => weekStart === start);
      if (one === undefined)
        throw new HttpError(404, `There is no official week that starts on ${start}.`);
      return one;
    };
    return { from: week(from), to: week(to) };
  }

  /**
   * Returns the institutions of a segment (`undefined` for all institutions). `version` changes
   * with these institutions and with each closed week.
   */
  async function segmentIds(
    segment: string,
  ): Promise<{ ids: readonly number[] | undefined; version: string }> {
    if (segment === '')
      return { ids: undefined, version: await readComparisonCacheVersion(foreground) };
    const { answer, id } = await institutions();
    const ids = await segments(`${id} ${segment}`, async () => {
      const { rows, problems } = findSegmentRows(answer.rows, new URLSearchParams(segment));
      if (problems.length > 0) throw unprocessable(problems.join('\n'));
      return rows.map((row) => row.institutionId);
    });
    return { ids, version: String(id) };
  }

  route(app, getOfficialWeeks, async () =>
    officialWeeks(await readComparisonCacheVersion(foreground), async () => {
      const starts = (await findOfficialWeekStarts(foreground)).reverse();
      return {
        rows: addPeersChangeToWeeks(starts, await selectOverallBenchmarks(foreground).execute()),
      };
    }),
  );

  async function customersIn(
    pair: WeekPair,
    ids: readonly number[] | undefined,
  ): Promise<ComparedCustomer[]> {
    const { answer } = await customersOf(pair);
    const selected = ids && new Set(ids);
    return selected ? answer.rows.filter((each) => selected.has(each.institutionId)) : answer.rows;
  }

  async function compared(
    query: QueryOf<typeof getPortfolioComparison>,
    pair: WeekPair,
    ids: readonly number[] | undefined,
  ) {
    const customers = await customersIn(pair, ids);
    const { sameCustomers } = query;
    return {
      ...explainAverageDifference(customers, sameCustomers),
      products: await findComparedProducts(foreground, pair, { sameCustomers, institutions: ids }),
      flatBand: pair.to.rules.flatBand,
    };
  }

  route(app, getPortfolioComparison, async ({ query }) => {
    const pair = await pairOf(query);
    const { ids, version } = await segmentIds(query.segment);
    return comparisons(JSON.stringify([query, version]), () => compared(query, pair, ids));
  });

  versionCheckedListRoute(app, getComparedCustomers, async (query) =>
    customersOf(await pairOf(query)),
  );

  csvRoute(app, exportComparedCustomers, comparisonColumns, async (query) => {
    const { ids } = await segmentIds(query.segment);
    return {
      rows: await customersIn(await pairOf(query), ids),
      fileName: `comparison-${query.from}-${query.to}`,
    };
  });

  route(app, getInstitutionComparison, async ({ params, query }) => {
    await requireInstitution(foreground, params.id);
    const pair = await pairOf(query);
    const [customer] = await findComparedCustomers(foreground, pair, params.id);
    return {
      weeks: {
        from: await findInstitutionScoresInWeek(foreground, params.id, query.from),
        to: await findInstitutionScoresInWeek(foreground, params.id, query.to),
      },
      parts: customer?.parts ?? null,
      products: await findInstitutionProducts(foreground, params.id, pair),
      flatBand: pair.to.rules.flatBand,
    };
  });

  route(app, getWeekFigures, async ({ query }) => {
    const { ids, version } = await segmentIds(query.segment);
    return {
      rows: await figures(`${version} ${query.segment}`, () =>
        findPortfolioStatisticsByWeek(foreground, ids ?? null, 2),
      ),
    };
  });

  route(app, getTierTrend, async ({ query }) => {
    const { ids, version } = await segmentIds(query.segment);
    return {
      rows: await trends(JSON.stringify([query, version]), async () =>
        tierWeeks(await countTiersByWeek(foreground, query.weeks, ids)),
      ),
    };
  });
}

function tierWeeks(rows: Awaited<ReturnType<typeof countTiersByWeek>>): TierWeeks {
  return [...Map.groupBy(rows, (row) => row.week_start)].map(([week, ofWeek]) => ({
    weekEndDate: weekEndOf(week),
    tiers: Object.fromEntries(
      healthTiers.map((tier) => [tier, ofWeek.find((row) => row.tier === tier)?.institutions ?? 0]),
    ) as Record<HealthTier, number>,
  }));
}
