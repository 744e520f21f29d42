import { institutionFieldsOf } from '#server/institutions/fields.ts';
import { createUnscoredFacts, toScoreFacts } from '#server/scoring/facts.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';
import { type HealthRules, sizeTierOf } from '#shared/core/scoring-rules.ts';
import type { ChurnTier } from '#shared/core/tiers.ts';
import { displayedScore, sortByProduct } from '#shared/health/rules.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type {
  findScoreRowsOfWeek,
  InstitutionRow,
  ProductRow,
  TicketCounts,
} from './list-queries.ts';

interface Sources {
  /** Last day of the last official week; before the first week, the current day. */
  day: Day;
  rules: HealthRules;
  institutions: readonly InstitutionRow[];
  scores: Awaited<ReturnType<typeof findScoreRowsOfWeek>>;
  products: readonly ProductRow[];
  churnTiers: ReadonlyMap<number, ChurnTier>;
  /**
   * Ids of institutions with a churn tier seven days earlier; `null` without predictions for that
   * day.
   */
  previouslyInTier: ReadonlySet<number> | null;
}

/**
 * Returns the list's rows, computed from the official scores, without tickets, onboarding states
 * and owners. Institutions without a score get the tier Unknown, and `null` or zero in other
 * fields.
 */
export function buildListedInstitutions({
  day,
  rules,
  institutions,
  scores,
  products,
  churnTiers,
  previouslyInTier,
}: Sources): ListedInstitution[] {
  const scoreOf = new Map(scores.map((row) => [row.institution_id, row]));
  const productsOf = Map.groupBy(products, (row) => row.institution_id);
  return institutions.map((row) => {
    const score = scoreOf.get(row.institution_id);
    const entitled = sortByProduct(productsOf.get(row.institution_id) ?? []);
    const measured = score !== undefined && score.measured_locations > 0 ? entitled : [];
    const graceEndsOn = row.live_on === null ? null : addDays(row.live_on, rules.graceDays);
    const sizeTier = sizeTierOf(row.locations, rules.sizeTierFrom);
    const inGrace = graceEndsOn !== null && day <= graceEndsOn;
    return {
      ...institutionFieldsOf({ ...row, tickets: 0 }, day),
      ...(score === undefined
        ? createUnscoredFacts({ sizeTier, locationCount: row.locations, inGrace })
        : toScoreFacts(score)),
      externalId: row.external_id,
      externalSource: row.external_source,
      practiceType: score === undefined ? row.practice_type : score.practice_type,
      ehr: row.ehr,
      city: row.city,
      state: row.state,
      graceEndsOn,
      leavesOn: row.leaves_on,
      openTicketCount: 0,
      onboardingState: null,
      featureEntitlements: Object.fromEntries(
        entitled.map(({ product, entitled }) => [product, entitled]),
      ),
      featureUsage: Object.fromEntries(measured.map(({ product, usage }) => [product, usage])),
      featureScores: Object.fromEntries(
        measured.flatMap(({ product, score }) =>
          score === null ? [] : [[product, displayedScore(score)]],
        ),
      ),
      ownerName: null,
      pipeline: null,
      churnTier: churnTiers.get(row.institution_id) ?? null,
      wasPredictedToLeave: previouslyInTier?.has(row.institution_id) ?? null,
    };
  });
}

/** Returns a row with these numbers of tickets; the same row when they are unchanged. */
export function withTickets(
  row: ListedInstitution,
  { tickets, open_tickets: open }: TicketCounts = { tickets: 0, open_tickets: 0 },
): ListedInstitution {
  return row.totalTicketCount === tickets && row.openTicketCount === open
    ? row
    : { ...row, totalTicketCount: tickets, openTicketCount: open };
}

/** Returns a row with this onboarding state; the same row when the state is unchanged. */
export function withOnboardingState(
  row: ListedInstitution,
  onboardingState: OnboardingState | null,
): ListedInstitution {
  return row.onboardingState === onboardingState ? row : { ...row, onboardingState };
}

/** Returns a row with this owner; the same row when the owner is unchanged. */
export function withOwner(
  row: ListedInstitution,
  { ownerName, pipeline }: Record<keyof DealOwner, string | null> = {
    ownerName: null,
    pipeline: null,
  },
): ListedInstitution {
  return row.ownerName === ownerName && row.pipeline === pipeline
    ? row
    : { ...row, ownerName, pipeline };
}
