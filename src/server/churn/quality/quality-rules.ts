import type { FlagOutcomeCustomer, HitsOfTotal } from '#shared/churn/quality/quality.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { churnTierNames, sizeTiers } from '#shared/core/tiers.ts';
import type { LossWithFlag, TierFlag, TopChanceCustomer } from './quality-queries.ts';

/** Minimum number of days between the flag and the notice of a loss that counts as caught. */
export const minimumLeadDays = 7;
/**
 * A customer that is outside of the top ranks for more than this number of days counts as a new
 * entry when it returns.
 */
const entryGapDays = 28;
const mostNamed = 200;

type Outcome = Pick<TierFlag, 'noticed_on'>;

const partOf = <Row>(rows: readonly Row[], isHit: (row: Row) => boolean): HitsOfTotal => ({
  of: rows.length,
  hits: rows.filter(isHit).length,
});

export const computeFlaggedCustomerLossShare = (flags: readonly Outcome[]): HitsOfTotal =>
  partOf(flags, ({ noticed_on }) => noticed_on !== null);

export const wasFlaggedInTime = ({
  flagged_on,
  noticed_on,
}: Pick<LossWithFlag, 'flagged_on' | 'noticed_on'>): boolean =>
  flagged_on !== null && daysBetween(flagged_on, noticed_on) >= minimumLeadDays;

export const caughtLossShare = (losses: readonly LossWithFlag[]): HitsOfTotal =>
  partOf(losses, wasFlaggedInTime);

/**
 * Counts the losses that the simple rule caught. The rule catches a loss when the score fell below
 * 50 at least a week before the notice.
 */
export const simpleRuleCaughtShare = (losses: readonly LossWithFlag[]): HitsOfTotal =>
  partOf(
    losses,
    ({ low_score_on, noticed_on }) =>
      low_score_on !== null && daysBetween(low_score_on, noticed_on) >= minimumLeadDays,
  );

export const computeFlagResultsByTier = (flags: readonly TierFlag[]) =>
  churnTierNames.map((tier) => ({
    tier,
    flagged: computeFlaggedCustomerLossShare(flags.filter((flag) => flag.tier === tier)),
  }));

type Kind = Pick<TierFlag, 'size_tier' | 'ehr' | 'tenure_days'>;

const kinds: readonly { segment: string; has: (row: Kind) => boolean }[] = [
  ...sizeTiers.map((size) => ({ segment: size, has: (row: Kind) => row.size_tier === size })),
  { segment: 'First year', has: ({ tenure_days }) => tenure_days !== null && tenure_days < 365 },
  {
    segment: 'After the first year',
    has: ({ tenure_days }) => tenure_days !== null && tenure_days >= 365,
  },
];
/** Maximum number of listed EHRs. Further EHRs have too few flags. */
const maxListedEhrs = 6;

/** Returns results by size, tenure and EHR. The EHRs with the most losses come first. */
export function computeQualityBySegment(
  flags: readonly TierFlag[],
  losses: readonly LossWithFlag[],
) {
  const systems = [...Map.groupBy(losses, ({ ehr }) => ehr)]
    .flatMap(([ehr, own]) => (ehr === null ? [] : [{ ehr, count: own.length }]))
    .toSorted((one, other) => other.count - one.count || (one.ehr < other.ehr ? -1 : 1))
    .slice(0, maxListedEhrs);
  const all = [
    ...kinds,
    ...systems.map(({ ehr }) => ({ segment: ehr, has: (row: Kind) => row.ehr === ehr })),
  ];
  return all.map(({ segment, has }) => ({
    segment,
    flagged: computeFlaggedCustomerLossShare(flags.filter(has)),
    losses: caughtLossShare(losses.filter(has)),
  }));
}

/** Returns the monthly revenue of all losses and of the losses that were flagged in time. */
export function caughtRevenue(
  losses: readonly Pick<LossWithFlag, 'dollars' | 'flagged_on' | 'noticed_on'>[],
) {
  const sum = (of: typeof losses) => of.reduce((total, { dollars }) => total + (dollars ?? 0), 0);
  return {
    of: sum(losses),
    hits: sum(losses.filter(wasFlaggedInTime)),
    unpriced: losses.filter(({ dollars }) => dollars === null).length,
  };
}

/** Returns the losses that were not flagged in time, newest first. */
export const missedLosses = (losses: readonly LossWithFlag[]): FlagOutcomeCustomer[] =>
  losses
    .filter((loss) => !wasFlaggedInTime(loss))
    .slice(0, mostNamed)
    .map((loss) => ({
      institutionId: loss.institution_id,
      institutionName: loss.name,
      on: loss.noticed_on,
      chance: loss.chance,
      patterns: loss.patterns,
    }));

/** Returns flags of customers that stayed, newest first. */
export const falseAlarmCases = (flags: readonly TierFlag[]): FlagOutcomeCustomer[] =>
  flags
    .filter(({ noticed_on }) => noticed_on === null)
    .toReversed()
    .slice(0, mostNamed)
    .map((flag) => ({
      institutionId: flag.institution_id,
      institutionName: flag.name,
      on: flag.day,
      chance: flag.chance60,
      patterns: flag.patterns.length,
    }));

/** Returns the numbers of days from flag to notice of the customers that left. */
export const computeDaysFromFlagToNotice = (
  flags: readonly Pick<TierFlag, 'day' | 'noticed_on'>[],
): number[] =>
  flags.flatMap(({ day, noticed_on }) =>
    noticed_on === null ? [] : [daysBetween(day, noticed_on)],
  );

/**
 * Evaluates a team that works each week on the k customers with the highest chances, for each k in
 * `sizes`. `flagged` counts the entries into the top k and how many of these customers left within
 * 60 days. `caught` is the number of lost customers that were in the top k. `ranked` must be in
 * ascending order of days.
 */
export function capacityCurve(ranked: readonly TopChanceCustomer[], sizes: readonly number[]) {
  return sizes.map((k) => {
    const lastSeen = new Map<number, Day>();
    const caught = new Set<number>();
    const flagged = { of: 0, hits: 0 };
    for (const { institution_id: id, day, rank, left } of ranked) {
      if (rank > k) continue;
      const before = lastSeen.get(id);
      lastSeen.set(id, day);
      if (left) caught.add(id);
      if (before !== undefined && daysBetween(before, day) <= entryGapDays) continue;
      flagged.of += 1;
      if (left) flagged.hits += 1;
    }
    return { k, flagged, caught: caught.size };
  });
}
