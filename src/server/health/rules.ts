import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { type InstitutionFieldsRow, institutionFieldsOf } from '#server/institutions/fields.ts';
import { toScoreFacts } from '#server/scoring/facts.ts';
import { addDays, weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import {
  computeTierTargetMultiplier,
  type HealthRules,
  healthTierOf,
} from '#shared/core/scoring-rules.ts';
import type { FeatureTargets, InstitutionHealth } from '#shared/health/health.ts';
import {
  computeFeatureTarget,
  describeProductsAndLocationsChange,
  displayedScore,
  findImprovements,
  findMainDrivingProduct,
  type InstitutionComposition,
  type MeasuredProduct,
  percentChange,
  scoreChangeText,
  sortByProduct,
  tenureText,
} from '#shared/health/rules.ts';
import { locationWindowWeeks } from '#shared/health/usage.ts';
import { wayToHealthy } from '#shared/health/way-to-healthy.ts';

export type ScoreRow = Selectable<Schema['score_week']>;

/** Facts of an institution that do not depend on the week. */
export interface InstitutionFacts extends InstitutionFieldsRow {
  begins_on: string | null;
  churned_on: string | null;
  online_booking_link: string | null;
  last_report_on: string | null;
}

/** Score of a week with the rows of its products and the scoring rules. */
export interface ScoredWeek {
  score: ScoreRow;
  products: MeasuredProduct[];
  rules: HealthRules;
}

const compositionOf = ({ score, products }: ScoredWeek): InstitutionComposition => ({
  locations: score.location_count,
  measured: score.measured_locations,
  entitled: products.filter(({ entitled }) => entitled).map(({ product }) => product),
});

function mapped<Value>(
  rows: readonly MeasuredProduct[],
  value: (row: MeasuredProduct) => Value | undefined,
): Partial<Record<ProductKey, Value>> {
  const entries = sortByProduct(rows).flatMap((row) => {
    const found = value(row);
    return found === undefined ? [] : [[row.product, found] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<ProductKey, Value>>;
}

/** Number of scored weeks that a health record is computed from. */
export const healthRecordWeeks = locationWindowWeeks + 1;

/**
 * Returns the health record of an official week. `history` has the earlier weeks with a score,
 * newest first. The score is compared with the previous week, and usage with the 28 days before the
 * week's 28 days.
 */
export function buildHealthRecord(
  institution: InstitutionFacts,
  now: ScoredWeek,
  history: readonly ScoredWeek[],
  provisional: InstitutionHealth['provisional'],
): InstitutionHealth {
  const { score } = now;
  const weekEnd = weekEndOf(score.week_start);
  const rowsNow = score.measured_locations > 0 ? now.products : [];
  const [before] = history;
  const isPreviousWeek = before?.score.week_start === addDays(score.week_start, -7);
  const rowsBefore = isPreviousWeek && before.score.measured_locations > 0 ? before.products : [];
  const start = addDays(score.week_start, -7 * locationWindowWeeks);
  const windowBefore = history.find((week) => week.score.week_start === start);
  const usageBefore = mapped(
    windowBefore !== undefined && windowBefore.score.measured_locations > 0
      ? windowBefore.products
      : [],
    ({ usage }) => usage,
  );
  const facts = toScoreFacts(score);
  return {
    ...institutionFieldsOf(institution, weekEnd),
    ...facts,
    featureUsage: mapped(rowsNow, ({ usage }) => usage),
    previousFeatureUsage: usageBefore,
    featureScores: mapped(rowsNow, ({ score: product }) =>
      product === null ? undefined : displayedScore(product),
    ),
    featureTiers: mapped(rowsNow, ({ score: product }) =>
      product === null ? undefined : healthTierOf(product, now.rules),
    ),
    featureChanges: mapped(rowsNow, ({ product, usage }) =>
      percentChange(usageBefore[product] ?? null, usage),
    ),
    featureEntitlements: Object.fromEntries(
      productKeys.map((key) => [
        key,
        now.products.some(({ product, entitled }) => product === key && entitled),
      ]),
    ) as Record<ProductKey, boolean>,
    institutionCreatedAt: institution.begins_on,
    churnedOn: institution.churned_on,
    weekStartDate: score.week_start,
    weekEndDate: weekEnd,
    onlineBookingLink: institution.online_booking_link,
    measuredLocations: score.measured_locations,
    lastReportOn: institution.last_report_on,
    adoptionRate:
      score.entitled_features === 0 ? 0 : (100 * score.active_features) / score.entitled_features,
    tenure: institution.live_on === null ? null : tenureText(institution.live_on, weekEnd),
    practiceType: score.practice_type,
    whyItMoved: scoreChangeText({
      ...facts,
      mainMover:
        facts.scoreChangeParts &&
        findMainDrivingProduct(rowsBefore, rowsNow, facts.scoreChangeParts.usage, now.rules),
      productsAndLocationsChange: isPreviousWeek
        ? describeProductsAndLocationsChange(compositionOf(before), compositionOf(now))
        : null,
    }),
    improvements: findImprovements(rowsNow, now.rules),
    wayToHealthy: wayToHealthy(rowsNow, now.rules),
    provisional,
  };
}

/** Returns the next usage target of each product, computed from the last official week. */
export function computeProductUsageTargets(week: ScoredWeek): FeatureTargets {
  const { score } = week;
  const targetMultiplier = computeTierTargetMultiplier(score.health_tier, week.rules);
  const measuredLocations = score.measured_locations;
  const targets = sortByProduct(week.products).flatMap((row) => {
    const target = computeFeatureTarget(row, measuredLocations, targetMultiplier);
    return target === null ? [] : [[row.product, target] as const];
  });
  return {
    featureTargets: Object.fromEntries(targets) as FeatureTargets['featureTargets'],
    targetMultiplier,
    locationCount: score.location_count,
    measuredLocations,
  };
}
