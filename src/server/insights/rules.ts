import type { LocationFeedRow, LocationUsageRow, ProductWeekRow, StandingRow } from '#server/health/usage-queries.ts';
import { locationsUsage, productUsage, standingOf } from '#server/health/usage-rules.ts';
import type { Day } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import { locationWindowWeeks, type Standing } from '#shared/health/usage.ts';
import {
  type Figure,
  fewestPublicPeers,
  fewestRankedPeers,
  type Insights,
  leastRankedShare,
  type Step,
} from '#shared/insights/insights.ts';
import { openDaysIn28 } from '#shared/metrics/constants.ts';

/** What similar practices do; null where they are too few to be told of. `inGrace`: a new customer is not compared. */
export function peersOf(standing: Standing | null, inGrace: boolean): Figure['peers'] {
  if (standing === null || inGrace || standing.peers.institutions < fewestPublicPeers) return null;
  const { isPerLocation, usage, low, median, high, peers } = standing;
  const { level, institutions, below } = peers;
  const isRanked = institutions >= fewestRankedPeers && below >= leastRankedShare * institutions;
  return { level, isPerLocation, usage, low, median, high, institutions, ahead: isRanked ? below : null };
}

/** Weeks as a practice may see them: without the peers of a group that is too small. */
const publicWeeks = (rows: readonly ProductWeekRow[], inGrace: boolean): ProductWeekRow[] =>
  rows.map((row) =>
    !inGrace && (row.institutions ?? 0) >= fewestPublicPeers ? row : { ...row, benchmark: null, quartile_low: null, quartile_high: null },
  );

interface Weeks {
  rows: readonly ProductWeekRow[];
  standings: readonly StandingRow[];
  limits: TierLimits;
  inGrace: boolean;
}

/** The products that an institution may use, in their order, with the weeks from one to another. */
export function figuresOf({ rows, standings, limits, inGrace }: Weeks, from: Day, to: Day): Figure[] {
  const standingOfProduct = new Map(standings.map((row) => [row.product, standingOf(row, limits)]));
  return productUsage(publicWeeks(rows, inGrace), from, to)
    .filter(({ entitled }) => entitled)
    .map(({ product, weeks }) => ({
      product,
      usage: weeks.at(-1)?.usage ?? null,
      previousUsage: weeks.at(-1 - locationWindowWeeks)?.usage ?? null,
      weeks,
      peers: peersOf(standingOfProduct.get(product) ?? null, inGrace),
    }));
}

/**
 * The product whose peers' median is reached with the fewest further uses a day; one in dollars, which are not uses, comes last.
 * `locations`: the measured ones, for which products that are compared by location have to be raised.
 */
export function stepOf(figures: readonly Figure[], locations: number): Step | null {
  const steps = figures.flatMap(({ product, usage, peers }): Step[] => {
    if (usage === null || peers === null) return [];
    const extra = Math.ceil((peers.median - peers.usage) * (peers.isPerLocation ? locations : 1) - 1e-9);
    if (extra < 1) return [];
    return [{ product, extraPer28Days: extra, extraPerOpenDay: extra / openDaysIn28, isFirstUse: usage === 0 }];
  });
  const isMoney = ({ product }: Step) => Number(products[product].unit === 'dollars');
  return steps.sort((one, other) => isMoney(one) - isMoney(other) || one.extraPer28Days - other.extraPer28Days)[0] ?? null;
}

/** What each location of a group used; empty where there is one. */
export function locationsOf(feeds: readonly LocationFeedRow[], used: readonly LocationUsageRow[], week: Day): Insights['locations'] {
  if (feeds.length < 2) return [];
  return locationsUsage(feeds, used, week).map(({ locationName, city, state, activity, usage }) => ({
    locationName,
    city,
    state,
    usage: activity === 'silent' ? null : usage,
  }));
}
