import type { Queries } from '#server/core/db/database.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { findInstitutionFacts } from '#server/health/queries.ts';
import {
  findLastScoredWeek,
  findLocationUsage,
  findOpenLocationsWithLastReport,
  findPeerPositions,
  findProductWeeks,
} from '#server/health/usage-queries.ts';
import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { webLink } from '#shared/core/links.ts';
import { companySettingsSchema } from '#shared/core/settings/company.ts';
import { type Insights, insightsTrendWeeks } from '#shared/insights/insights.ts';
import { findFirstWeekWithFigures } from './queries.ts';
import {
  buildUsageByLocation,
  findSmallestStepToPeerMedian,
  insightsFiguresOfProducts,
} from './rules.ts';

/**
 * Reads the insights of a practice. Returns `undefined` for an institution that is not a customer
 * on `today`.
 */
export async function readInsights(
  queries: Queries,
  institutionId: number,
  today: Day,
): Promise<Omit<Insights, 'isPreview'> | undefined> {
  const institution = await findInstitutionFacts(queries, institutionId);
  if (
    institution === undefined ||
    (institution.churned_on !== null && institution.churned_on <= today)
  )
    return undefined;
  const { company } = await readNewestSettings(queries, companySettingsSchema);
  const about = {
    practiceName: institution.name,
    company,
    bookingLink: webLink(institution.online_booking_link) ?? null,
  };
  const last = await findLastScoredWeek(queries, institutionId);
  if (last === undefined)
    return { ...about, weekEndDate: null, isNew: true, figures: [], step: null, locations: [] };
  const { week_start: week, in_grace: inGrace, rules: limits } = last;
  const from = addDays(week, -7 * (insightsTrendWeeks - 1));
  const rows = await findProductWeeks(queries, institutionId, from, week);
  const figures = insightsFiguresOfProducts(
    {
      rows,
      firstWeek: await findFirstWeekWithFigures(queries, institutionId),
      standings: await findPeerPositions(queries, institutionId, week),
      limits,
      inGrace,
    },
    from,
    week,
  );
  const measured = rows.findLast(({ week_start }) => week_start === week)?.measured_locations ?? 0;
  return {
    ...about,
    weekEndDate: weekEndOf(week),
    isNew: inGrace,
    figures,
    step: findSmallestStepToPeerMedian(figures, measured),
    locations: buildUsageByLocation(
      await findOpenLocationsWithLastReport(queries, institutionId, week),
      await findLocationUsage(queries, institutionId, week),
      week,
    ),
  };
}
