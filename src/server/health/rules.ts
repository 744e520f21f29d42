import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { addDays, monthsBetween, weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { FeatureTargets, InstitutionHealth } from '#shared/health/health.ts';
import {
  featureTargetOf,
  improvements,
  inProductOrder,
  type MeasuredProduct,
  mainMover,
  percentChange,
  shownScore,
  tenureBetween,
  whyItMoved,
} from '#shared/health/rules.ts';
import { targetMultipliers } from '#shared/metrics/constants.ts';

export type ScoreRow = Selectable<Schema['score_week']>;

/** What is the same in all weeks of an institution. */
export interface InstitutionFacts {
  name: string;
  begins_on: string | null;
  live_on: string | null;
  tickets: number;
  online_booking_link: string | null;
}

/** A week's score with its product rows. */
export interface ScoredWeek {
  score: ScoreRow;
  products: MeasuredProduct[];
  rules: HealthRules;
}

function mapped<Value>(
  rows: readonly MeasuredProduct[],
  value: (row: MeasuredProduct) => Value | undefined,
): Partial<Record<ProductKey, Value>> {
  const entries = inProductOrder(rows).flatMap((row) => {
    const found = value(row);
    return found === undefined ? [] : [[row.product, found] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<ProductKey, Value>>;
}

/** The record of one official week; `before` is the one the institution was scored in before, undefined for the first. */
export function healthRecord(
  institution: InstitutionFacts,
  now: ScoredWeek,
  before: ScoredWeek | undefined,
  provisional: InstitutionHealth['provisional'],
): InstitutionHealth {
  const { score } = now;
  const weekEnd = weekEndOf(score.week_start);
  const rowsNow = score.measured_locations > 0 ? now.products : [];
  const follows = before?.score.week_start === addDays(score.week_start, -7);
  const rowsBefore = follows && before.score.measured_locations > 0 ? before.products : [];
  const usageBefore = mapped(rowsBefore, ({ usage }) => usage);
  const parts =
    score.change_by_usage === null ||
    score.change_by_peers === null ||
    score.change_by_entitlements === null ||
    score.change_by_locations === null
      ? null
      : {
          usage: score.change_by_usage,
          peers: score.change_by_peers,
          entitlements: score.change_by_entitlements,
          locations: score.change_by_locations,
        };
  return {
    institutionId: score.institution_id,
    institutionName: institution.name,
    sizeTier: score.size_tier,
    adoptionScore: score.adoption_score,
    healthTier: score.health_tier,
    locationCount: score.location_count,
    entitledFeatures: score.entitled_features,
    activeFeatures: score.active_features,
    previousScore: score.previous_score,
    previousHealthTier: score.previous_health_tier,
    scoreChange: score.score_change,
    percentChange: score.percent_change,
    tierChange: score.tier_change,
    hasZeroUsage: score.has_zero_usage,
    consecutiveWeeksAtRisk: score.weeks_at_risk,
    consecutiveWeeksDeclining: score.weeks_declining,
    consecutiveWeeksImproving: score.weeks_improving,
    featureUsage: mapped(rowsNow, ({ usage }) => usage),
    previousFeatureUsage: usageBefore,
    featureScores: mapped(rowsNow, ({ score: product }) => (product === null ? undefined : shownScore(product))),
    featureChanges: mapped(rowsNow, ({ product, usage }) => percentChange(usageBefore[product] ?? null, usage)),
    featureEntitlements: Object.fromEntries(
      productKeys.map((key) => [key, now.products.some(({ product, entitled }) => product === key && entitled)]),
    ) as Record<ProductKey, boolean>,
    institutionCreatedAt: institution.begins_on,
    weekStartDate: score.week_start,
    weekEndDate: weekEnd,
    totalTicketCount: institution.tickets,
    onlineBookingLink: institution.online_booking_link,
    adoptionRate: score.entitled_features === 0 ? 0 : (100 * score.active_features) / score.entitled_features,
    monthsSinceGoLive: institution.live_on === null ? null : Math.max(0, monthsBetween(institution.live_on, weekEnd)),
    tenure: institution.live_on === null ? null : tenureBetween(institution.live_on, weekEnd),
    practiceType: score.practice_type,
    goLiveDate: institution.live_on,
    inGrace: score.in_grace,
    atRisk: score.at_risk,
    coverage: score.coverage,
    scoreChangeParts: parts,
    whyItMoved: whyItMoved({
      adoptionScore: score.adoption_score,
      scoreChange: score.score_change,
      scoreChangeParts: parts,
      mainMover: parts && mainMover(rowsBefore, rowsNow, parts.usage, now.rules),
    }),
    improvements: improvements(rowsNow, now.rules),
    provisional,
  };
}

/** What each product of an institution should reach next, from its last official week. */
export function featureTargets(week: ScoredWeek): FeatureTargets {
  const { score } = week;
  const targetMultiplier = targetMultipliers[score.health_tier];
  const measuredLocations = score.measured_locations;
  const targets = inProductOrder(week.products).flatMap((row) => {
    const target = featureTargetOf(row, measuredLocations, targetMultiplier);
    return target === null ? [] : [[row.product, target] as const];
  });
  return {
    featureTargets: Object.fromEntries(targets) as FeatureTargets['featureTargets'],
    targetMultiplier,
    locationCount: score.location_count,
    measuredLocations,
  };
}
