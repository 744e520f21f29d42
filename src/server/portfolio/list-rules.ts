import { addDays, type Day, monthsBetween } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';
import { defaultHealthRules, type HealthRules, sizeTierOf } from '#shared/core/scoring-rules.ts';
import { inProductOrder, shownScore } from '#shared/health/rules.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { InstitutionRow, ProductRow } from './list-queries.ts';

interface Sources {
  /** The last official week's end, or today before there is one. */
  day: Day;
  rules: HealthRules | undefined;
  institutions: readonly InstitutionRow[];
  products: readonly ProductRow[];
  /** By institution; undefined where the CRM could not be asked. */
  owners: ReadonlyMap<string, DealOwner> | undefined;
}

function scoreChangePartsOf(row: InstitutionRow): ListedInstitution['scoreChangeParts'] {
  const { change_by_usage: usage, change_by_peers: peers, change_by_entitlements: entitlements, change_by_locations: locations } = row;
  return usage === null || peers === null || entitlements === null || locations === null ? null : { usage, peers, entitlements, locations };
}

/** The list's rows; a score of the week is shown as it was made, and what is missing is Unknown, null or zero. */
export function listedInstitutions({ day, rules = defaultHealthRules, institutions, products, owners }: Sources): ListedInstitution[] {
  const productsOf = Map.groupBy(products, (row) => row.institution_id);
  return institutions.map((row) => {
    const entitled = inProductOrder(productsOf.get(row.institution_id) ?? []);
    const measured = (row.measured_locations ?? 0) > 0 ? entitled : [];
    const owner = owners?.get(String(row.institution_id));
    const locationCount = row.location_count ?? row.locations;
    const graceEndsOn = row.live_on === null ? null : addDays(row.live_on, rules.graceDays);
    return {
      institutionId: row.institution_id,
      institutionName: row.name,
      externalId: row.external_id,
      externalSource: row.external_source,
      sizeTier: row.size_tier ?? sizeTierOf(locationCount, rules.sizeTierFrom),
      practiceType: row.health_tier === null ? row.practice_type : row.scored_practice_type,
      ehr: row.ehr,
      city: row.city,
      state: row.state,
      locationCount,
      goLiveDate: row.live_on,
      monthsSinceGoLive: row.live_on === null ? null : Math.max(0, monthsBetween(row.live_on, day)),
      inGrace: row.in_grace ?? (graceEndsOn !== null && day <= graceEndsOn),
      graceEndsOn,
      adoptionScore: row.adoption_score,
      healthTier: row.health_tier ?? 'Unknown',
      previousScore: row.previous_score,
      previousHealthTier: row.previous_health_tier,
      scoreChange: row.score_change,
      percentChange: row.percent_change,
      tierChange: row.tier_change ?? 'flat',
      scoreChangeParts: scoreChangePartsOf(row),
      atRisk: row.at_risk ?? false,
      hasZeroUsage: row.has_zero_usage ?? false,
      consecutiveWeeksAtRisk: row.weeks_at_risk ?? 0,
      consecutiveWeeksDeclining: row.weeks_declining ?? 0,
      consecutiveWeeksImproving: row.weeks_improving ?? 0,
      coverage: row.coverage ?? 0,
      entitledFeatures: row.entitled_features ?? 0,
      activeFeatures: row.active_features ?? 0,
      totalTicketCount: row.tickets,
      openTicketCount: row.open_tickets,
      featureEntitlements: Object.fromEntries(entitled.map(({ product, entitled }) => [product, entitled])),
      featureUsage: Object.fromEntries(measured.map(({ product, usage }) => [product, usage])),
      featureScores: Object.fromEntries(measured.flatMap(({ product, score }) => (score === null ? [] : [[product, shownScore(score)]]))),
      ownerName: owner?.ownerName ?? null,
      pipeline: owner?.pipeline ?? null,
    };
  });
}
