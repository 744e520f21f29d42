import { resolveMainReason } from '#shared/churn/losses/columns.ts';
import type { Loss } from '#shared/churn/losses/losses.ts';
import { unavoidableReason } from '#shared/churn/losses/reasons.ts';
import { type CustomerLifetime, hasLeft } from '#shared/churn/survival/rules.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { products, topLevelProductKeys } from '#shared/core/products.ts';
import { defaultConfidence, rateRatioInterval } from '#shared/core/statistics/intervals.ts';
import {
  type Lifetime,
  survivalCurve,
  survivalQuantile,
} from '#shared/core/statistics/survival.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import { firstUseLifetimes } from '#shared/onboarding/figures.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type {
  ChurnEvidence,
  Departures,
  ExpectedWait,
  ProspectTraits,
  SimilarUsage,
} from '#shared/prospects/evidence/evidence.ts';
import type { BenchmarkRow } from './evidence-queries.ts';

/**
 * Returns the first group with at least `enough` members; otherwise the last group, if it has at
 * least five.
 */
function chooseGroup<Group>(
  groups: readonly Group[],
  sizeOf: (group: Group) => number,
  enough: number,
): Group | undefined {
  const last = groups.at(-1);
  return (
    groups.find((group) => sizeOf(group) >= enough) ??
    (last !== undefined && sizeOf(last) >= minimumGroupSize ? last : undefined)
  );
}

/**
 * Returns the usage of each top-level product by the prospect's peers: customers of its size tier
 * and type, of its size tier, or all customers, whichever is first to have `minimumPeers`.
 */
export function chooseSimilarUsage(
  rows: readonly BenchmarkRow[],
  { locations }: ProspectTraits,
  minimumPeers: number,
): SimilarUsage[] {
  const levels = ['tier_and_type', 'tier', 'all'] as const;
  return topLevelProductKeys.flatMap((product): SimilarUsage[] => {
    const groups = levels.flatMap(
      (level) => rows.find((row) => row.product === product && row.peerLevel === level) ?? [],
    );
    const group = chooseGroup(groups, ({ institutions }) => institutions, minimumPeers);
    if (group === undefined) return [];
    const factor = products[product].isPerLocation ? (locations ?? 1) : 1;
    return [
      {
        product,
        customers: group.institutions,
        sizeTier: group.peerLevel === 'all' ? null : group.sizeTier,
        practiceType: group.peerLevel === 'tier_and_type' ? group.practiceType : null,
        median: group.benchmark * factor,
        quartileLow: group.quartileLow * factor,
        quartileHigh: group.quartileHigh * factor,
      },
    ];
  });
}

/** Event of onboarding; the result is empty for a case that is not observed. */
export type OnboardingLifetimes = (row: ListedOnboarding, today: Day) => Lifetime[];

export const firstBookingLifetimes: OnboardingLifetimes = (row, today) =>
  firstUseLifetimes(row, today, ['onlineBooking']);

export const graduationLifetimes: OnboardingLifetimes = (
  { goLiveDate, leftOn, graduatedOn },
  today,
) => {
  if (goLiveDate === null || goLiveDate > today) return [];
  const end = leftOn !== null && leftOn < today ? leftOn : today;
  const isDone = graduatedOn !== null && graduatedOn <= today;
  const days = daysBetween(goLiveDate, isDone ? graduatedOn : end);
  // The minimum of half a day avoids zero durations.
  return [{ entry: 0, time: Math.max(days, 0.5), event: isDone }];
};

interface EhrAndSize {
  ehr: string | null;
  sizeTier: SizeTier | null;
}

/** Returns the groups from the narrowest: EHR and size tier, size tier, all customers. */
function listOnboardingGroups({ ehr, sizeTier }: EhrAndSize): EhrAndSize[] {
  const groups = [
    { ehr, sizeTier },
    { ehr: null, sizeTier },
    { ehr: null, sizeTier: null },
  ];
  return groups.filter(
    (group, at) =>
      at === groups.findIndex((each) => each.ehr === group.ehr && each.sizeTier === group.sizeTier),
  );
}

const isIn = (group: EhrAndSize, row: { ehr: string | null; sizeTier: string | null }): boolean =>
  (group.ehr === null || group.ehr === row.ehr) &&
  (group.sizeTier === null || group.sizeTier === row.sizeTier);

/**
 * Returns the Kaplan–Meier median and quartiles of the days until an event of onboarding, for
 * customers of the prospect's EHR and size tier, of its size tier, or all customers, whichever is
 * first to have `minimumPeers`; `null` for fewer than five customers.
 */
export function expectWait(
  rows: readonly ListedOnboarding[],
  traits: EhrAndSize,
  {
    lifetimesOf,
    today,
    minimumPeers,
  }: {
    lifetimesOf: OnboardingLifetimes;
    today: Day;
    minimumPeers: number;
  },
): ExpectedWait | null {
  const groups = listOnboardingGroups(traits).map((group) => ({
    group,
    lifetimes: rows.filter((row) => isIn(group, row)).flatMap((row) => lifetimesOf(row, today)),
  }));
  const chosen = chooseGroup(groups, ({ lifetimes }) => lifetimes.length, minimumPeers);
  if (chosen === undefined) return null;
  const curve = survivalCurve(chosen.lifetimes, defaultConfidence);
  const [quartileLow, days, quartileHigh] = [0.25, 0.5, 0.75].map(
    (share) => survivalQuantile(curve, share).at,
  );
  return {
    ...chosen.group,
    customers: chosen.lifetimes.length,
    days: days ?? null,
    quartileLow: quartileLow ?? null,
    quartileHigh: quartileHigh ?? null,
  };
}

interface Observed {
  customers: number;
  left: number;
  years: number;
}

function observe(lives: readonly CustomerLifetime[]): Observed {
  const days = lives.reduce((sum, { entry, time }) => sum + Math.max(0, time - entry), 0);
  return {
    customers: lives.length,
    left: lives.filter((life) => hasLeft(life, false)).length,
    years: days / 365.25,
  };
}

const toDepartures = ({ customers, left, years }: Observed): Departures => ({
  customers,
  left,
  per100Years: left < minimumGroupSize || years <= 0 ? null : (100 * left) / years,
});

/**
 * Compares how often customers on an EHR leave with how often others of the same size tier do.
 * Uses all sizes when the EHR has fewer than five customers of the size tier; `null` when it has
 * fewer than five customers. Sold and closed practices do not count as departures.
 */
export function compareChurn(
  lives: readonly CustomerLifetime[],
  losses: readonly Loss[],
  { ehr, sizeTier }: EhrAndSize,
): ChurnEvidence | null {
  if (ehr === null) return null;
  const watched = lives.filter(({ entry, time }) => time > entry);
  const groups = [...(sizeTier === null ? [] : [{ ehr, sizeTier }]), { ehr, sizeTier: null }];
  const group = groups.find(
    (each) => watched.filter((life) => isIn(each, life)).length >= minimumGroupSize,
  );
  if (group === undefined) return null;
  const sameSize = watched.filter((life) => isIn({ ehr: null, sizeTier: group.sizeTier }, life));
  const own = observe(sameSize.filter((life) => life.ehr === ehr));
  const others = observe(sameSize.filter((life) => life.ehr !== ehr));
  const groupLosses = losses.filter((loss) => loss.takenBack === null && isIn(group, loss));
  const reasons = Map.groupBy(groupLosses, resolveMainReason);
  return {
    ...group,
    own: toDepartures(own),
    others: toDepartures(others),
    ratio:
      own.left < minimumGroupSize || others.left < minimumGroupSize
        ? null
        : (rateRatioInterval(own, others) ?? null),
    reasons: [...reasons]
      .filter(([reason]) => reason !== unavoidableReason)
      .map(([reason, ofReason]) => ({ reason, losses: ofReason.length }))
      .toSorted((one, other) => other.losses - one.losses || (one.reason < other.reason ? -1 : 1)),
    losses: groupLosses.length,
  };
}
