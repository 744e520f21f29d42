import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { addDays, weekEndOf } from '#shared/core/dates.ts';
import { sortByProduct } from '#shared/health/rules.ts';
import { getInstitutionBenchmarks, getInstitutionUsage } from '#shared/health/usage.ts';
import {
  findLastScoredWeek,
  findLocationUsage,
  findOpenLocationsWithLastReport,
  findPeerPositions,
  findProductWeeks,
} from './usage-queries.ts';
import { buildLocationUsage, buildWeeklyProductUsage, toPeerPosition } from './usage-rules.ts';

export function institutionUsageRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { foreground } = database;

  async function scoredWeek(institution: number) {
    await requireInstitution(foreground, institution);
    return findLastScoredWeek(foreground, institution);
  }

  route(app, getInstitutionUsage, async ({ params, query }) => {
    const last = await scoredWeek(params.id);
    if (last === undefined) return { weekEndDate: null, products: [], locations: [] };
    const week = last.week_start;
    const from = addDays(week, -7 * (query.weeks - 1));
    const rows = await findProductWeeks(foreground, params.id, from, week);
    const feeds = await findOpenLocationsWithLastReport(foreground, params.id, week);
    const used = await findLocationUsage(foreground, params.id, week);
    return {
      weekEndDate: weekEndOf(week),
      products: buildWeeklyProductUsage(rows, rows[0]?.week_start ?? from, week),
      locations: buildLocationUsage(feeds, used, week),
    };
  });

  route(app, getInstitutionBenchmarks, async ({ params }) => {
    const last = await scoredWeek(params.id);
    if (last === undefined)
      return { weekEndDate: null, inGrace: false, standings: [], unmeasured: [] };
    const rows = sortByProduct(
      (await findPeerPositions(foreground, params.id, last.week_start)).filter(
        ({ entitled }) => entitled,
      ),
    );
    const measured = rows
      .map((row) => toPeerPosition(row, last.rules))
      .filter((position) => position !== null);
    return {
      weekEndDate: weekEndOf(last.week_start),
      inGrace: last.in_grace,
      standings: measured,
      unmeasured: rows
        .map(({ product }) => product)
        .filter((key) => !measured.some(({ product }) => product === key)),
    };
  });
}
