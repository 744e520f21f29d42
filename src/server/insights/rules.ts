import type {
  LocationLastReportAndUseRow,
  LocationUsageRow,
  PeerPositionRow,
  ProductWeekRow,
} from '#server/health/usage-queries.ts';
import {
  buildLocationUsage,
  buildWeeklyProductUsage,
  toPeerPosition,
} from '#server/health/usage-rules.ts';
import type { Day } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import { locationWindowWeeks, type PeerPosition } from '#shared/health/usage.ts';
import {
  type Insights,
  type InsightsNextStep,
  type InsightsProductUsage,
  minimumPublicPeers,
  minimumRankedPeers,
  minimumShareOfPeersBehind,
  type UsageGapReason,
} from '#shared/insights/insights.ts';
import { openDaysIn28 } from '#shared/scoring/constants.ts';

/**
 * Returns the comparison with peers that a practice may see. Returns `null` for a customer in its
 * grace period, without a known position among the peers, or with too few peers.
 */
export function publicPeerComparison(
  position: PeerPosition | null,
  inGrace: boolean,
): InsightsProductUsage['peers'] {
  if (position === null || inGrace || position.peers.institutions < minimumPublicPeers) return null;
  const { isPerLocation, usage, low, median, high, peers } = position;
  const { level, institutions, below } = peers;
  const isRanked =
    institutions >= minimumRankedPeers && below >= minimumShareOfPeersBehind * institutions;
  return {
    level,
    isPerLocation,
    usage,
    low,
    median,
    high,
    institutions,
    ahead: isRanked ? below : null,
  };
}

/**
 * Removes the benchmarks of peer groups that are too small for a public page. For a customer in its
 * grace period, removes all benchmarks.
 */
const publicWeeks = (rows: readonly ProductWeekRow[], inGrace: boolean): ProductWeekRow[] =>
  rows.map((row) =>
    !inGrace && (row.institutions ?? 0) >= minimumPublicPeers
      ? row
      : { ...row, benchmark: null, quartile_low: null, quartile_high: null },
  );

/**
 * Returns the reason why a product has no usage in a week. `rows` are the institution's rows of
 * that week.
 */
export function usageGapReason(
  week: Day,
  rows: readonly ProductWeekRow[],
  firstWeek: Day | null,
): UsageGapReason {
  const [row] = rows;
  if (row === undefined)
    return firstWeek === null || week < firstWeek ? 'not_started' : 'unrecorded';
  return row.measured_locations === 0 ? 'silent' : 'not_entitled';
}

interface Weeks {
  rows: readonly ProductWeekRow[];
  /** First week for which the institution has figures; `null` without figures. */
  firstWeek: Day | null;
  standings: readonly PeerPositionRow[];
  limits: TierLimits;
  inGrace: boolean;
}

/**
 * Returns a figure for each product that the institution may use, in the order of products. The
 * figures cover the weeks from `from` to `to`, both included.
 */
export function insightsFiguresOfProducts(
  { rows, firstWeek, standings, limits, inGrace }: Weeks,
  from: Day,
  to: Day,
): InsightsProductUsage[] {
  const rowsOfWeek = Map.groupBy(rows, ({ week_start }) => week_start);
  const standingOfProduct = new Map(
    standings.map((row) => [row.product, toPeerPosition(row, limits)]),
  );
  return buildWeeklyProductUsage(publicWeeks(rows, inGrace), from, to)
    .filter(({ entitled }) => entitled)
    .map(({ product, weeks }) => ({
      product,
      usage: weeks.at(-1)?.usage ?? null,
      previousUsage: weeks.at(-1 - locationWindowWeeks)?.usage ?? null,
      weeks,
      gaps: weeks
        .filter((week) => week.usage === null)
        .map(({ weekStartDate }) => ({
          weekStartDate,
          reason: usageGapReason(weekStartDate, rowsOfWeek.get(weekStartDate) ?? [], firstWeek),
        })),
      peers: publicPeerComparison(standingOfProduct.get(product) ?? null, inGrace),
    }));
}

/**
 * Returns the product that needs the fewest additional uses to reach the median of its peers;
 * `null` without such a product. Products measured in dollars rank last. `locations` is the number
 * of measured locations. It multiplies the additional uses of products measured per location.
 */
export function findSmallestStepToPeerMedian(
  figures: readonly InsightsProductUsage[],
  locations: number,
): InsightsNextStep | null {
  const steps = figures.flatMap(({ product, usage, peers }): InsightsNextStep[] => {
    if (usage === null || peers === null) return [];
    const extra = Math.ceil(
      (peers.median - peers.usage) * (peers.isPerLocation ? locations : 1) - 1e-9,
    );
    if (extra < 1) return [];
    return [
      {
        product,
        extraPer28Days: extra,
        extraPerOpenDay: extra / openDaysIn28,
        isFirstUse: usage === 0,
      },
    ];
  });
  const isMoney = ({ product }: InsightsNextStep) => Number(products[product].unit === 'dollars');
  return (
    steps.sort(
      (one, other) => isMoney(one) - isMoney(other) || one.extraPer28Days - other.extraPer28Days,
    )[0] ?? null
  );
}

/** Returns the usage of each location; an empty list for an institution with a single location. */
export function buildUsageByLocation(
  feeds: readonly LocationLastReportAndUseRow[],
  used: readonly LocationUsageRow[],
  week: Day,
): Insights['locations'] {
  if (feeds.length < 2) return [];
  return buildLocationUsage(feeds, used, week).map(
    ({ locationName, city, state, activity, usage }) => ({
      locationName,
      city,
      state,
      usage: activity === 'silent' ? null : usage,
    }),
  );
}
