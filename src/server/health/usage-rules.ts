import { addDays, type Day, weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { healthTierOf } from '#shared/core/scoring-rules.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import { sortByProduct } from '#shared/health/rules.ts';
import type {
  LocationActivity,
  LocationUsage,
  PeerPosition,
  ProductUsage,
  ProductUsageWeek,
} from '#shared/health/usage.ts';
import type {
  LocationLastReportAndUseRow,
  LocationUsageRow,
  PeerPositionRow,
  ProductWeekRow,
} from './usage-queries.ts';

/**
 * Returns the weekly usage of each product that is entitled in the last week or used in any week.
 * For products measured per location, quartiles are multiplied by the number of the institution's
 * measured locations. Without a measured location, the usage of a week is unknown, because a silent
 * connection does not mean zero usage.
 */
export function buildWeeklyProductUsage(
  rows: readonly ProductWeekRow[],
  from: Day,
  to: Day,
): ProductUsage[] {
  const byProduct = Map.groupBy(rows, ({ product }) => product);
  const all = [...byProduct].map(([product, found]): ProductUsage => {
    const inWeek = new Map(found.map((row) => [row.week_start, row]));
    const weeks: ProductUsageWeek[] = [];
    for (let week = from; week <= to; week = addDays(week, 7))
      weeks.push(usageWeek(product, week, inWeek.get(week)));
    return { product, entitled: inWeek.get(to)?.entitled ?? false, weeks };
  });
  return sortByProduct(
    all.filter(({ entitled, weeks }) => entitled || weeks.some(({ usage }) => (usage ?? 0) > 0)),
  );
}

function usageWeek(
  product: ProductKey,
  week: Day,
  row: ProductWeekRow | undefined,
): ProductUsageWeek {
  if (row === undefined || row.measured_locations === 0)
    return { weekStartDate: week, usage: null, low: null, median: null, high: null };
  const factor = products[product].isPerLocation ? row.measured_locations : 1;
  const times = (value: number | null) => (value === null ? null : value * factor);
  return {
    weekStartDate: week,
    usage: row.usage,
    low: times(row.quartile_low),
    median: times(row.benchmark),
    high: times(row.quartile_high),
  };
}

/**
 * Returns the activity of a location (see `locationActivities`). It follows from the location's
 * last report and its usage in the two 28-day periods.
 */
export function classifyLocationActivity(
  lastReportOn: Day | null,
  week: Day,
  used: { now: boolean; before: boolean },
): LocationActivity {
  if (lastReportOn === null || lastReportOn < week) return 'silent';
  if (used.now) return 'active';
  return used.before ? 'quiet' : 'unused';
}

/**
 * Returns all locations with their usage in the 28 days up to the end of `week`, and in the 28 days
 * before these.
 */
export function buildLocationUsage(
  feeds: readonly LocationLastReportAndUseRow[],
  usage: readonly LocationUsageRow[],
  week: Day,
): LocationUsage[] {
  const rowsOf = Map.groupBy(usage, (row) => row.location_id);
  return feeds.map((feed) => {
    const rows = sortByProduct(rowsOf.get(feed.location_id) ?? []);
    const of = (value: (row: LocationUsageRow) => number) =>
      Object.fromEntries(rows.map((row) => [row.product, value(row)]));
    return {
      locationId: feed.location_id,
      locationName: feed.name,
      city: feed.city,
      state: feed.state,
      activity: classifyLocationActivity(feed.last_report_on, week, {
        now: rows.some((row) => row.usage > 0),
        before: rows.some((row) => row.before > 0),
      }),
      lastReportOn: feed.last_report_on,
      lastUsedWeekEnd: feed.last_used_week && weekEndOf(feed.last_used_week),
      usage: of((row) => row.usage),
      previousUsage: of((row) => row.before),
    };
  });
}

/**
 * Returns the position of a product among its peers, with the tier of its score. Returns `null` for
 * a product that is not entitled or not measurable.
 */
export function toPeerPosition(row: PeerPositionRow, limits: TierLimits): PeerPosition | null {
  const {
    product,
    median,
    low,
    high,
    peer_level: level,
    institutions,
    locations,
    below,
    equal,
  } = row;
  if (
    !row.entitled ||
    row.measured_locations === 0 ||
    level === null ||
    median === null ||
    low === null ||
    high === null
  )
    return null;
  const { isPerLocation } = products[product];
  return {
    product,
    isPerLocation,
    usage: isPerLocation ? row.usage / row.measured_locations : row.usage,
    median,
    low,
    high,
    tier: healthTierOf(row.score, limits),
    peers: {
      level,
      sizeTier: level === 'all' ? null : row.size_tier,
      practiceType: level === 'tier_and_type' ? row.practice_type : null,
      institutions: institutions ?? 0,
      locations: locations ?? 0,
      below: below ?? 0,
      equal: equal ?? 0,
    },
  };
}
