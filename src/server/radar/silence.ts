import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import { countOpenDaysAfter, nextOpenDay } from './open-days.ts';

/** Feed of an active location. */
export interface LocationFeed {
  institutionId: number;
  locationId: number;
  ehr: string | null;
  state: string | null;
  city: string | null;
  /** Latitude in degrees; `null` when unknown. */
  latitude: number | null;
  longitude: number | null;
  /** Last day with a report within the last weeks; `null` without a report. */
  lastReportOn: Day | null;
  /** Number of recent weeks with a report, out of `silentFeedDetectionRules.weeks.of`. */
  weeksReported: number;
}

export interface WatchedFeed extends LocationFeed {
  /** First business day without a report; `null` when the feed is not silent. */
  silentSince: Day | null;
}

/**
 * Returns `true` for a feed that reported regularly until recently. A new feed, or one that stopped
 * long ago, is not watched.
 */
export function isFeedWatched({ lastReportOn, weeksReported }: LocationFeed, asOf: Day): boolean {
  return (
    lastReportOn !== null &&
    lastReportOn >= addDays(asOf, -silentFeedDetectionRules.windowDays) &&
    weeksReported >= silentFeedDetectionRules.weeks.reported
  );
}

/**
 * Returns `true` when a feed has missed enough open days to be silent. Whether it is silent also
 * depends on its usual gap.
 */
export const mayFeedBeSilent = ({ lastReportOn }: LocationFeed, asOf: Day): boolean =>
  lastReportOn !== null &&
  countOpenDaysAfter(lastReportOn, asOf) >= silentFeedDetectionRules.missedDays;

/**
 * Returns the longest usual gap between reports of a feed in business days; `null` with too few
 * reports. Some feeds send a whole week at once, and some practices open three days a week. Such
 * gaps do not mean silence.
 */
export function longestUsualGap(reportDays: readonly Day[]): number | null {
  const days = [...new Set(reportDays)].sort();
  if (days.length < silentFeedDetectionRules.habit.fewestReports) return null;
  return Math.max(
    ...days.slice(1).map((day, at) => countOpenDaysAfter(days[at] ?? day, addDays(day, -1))),
  );
}

/**
 * Returns `true` when a feed is silent as of `asOf`, the last day on which any feed reported. A
 * silent feed has missed at least two business days and more than `gap`, its longest usual gap.
 * With an unknown gap, a feed is silent after seven days.
 */
export function isFeedSilent(
  { lastReportOn }: LocationFeed,
  asOf: Day,
  gap: number | null,
): boolean {
  if (lastReportOn === null) return false;
  const missed = countOpenDaysAfter(lastReportOn, asOf);
  if (missed < silentFeedDetectionRules.missedDays) return false;
  return gap === null
    ? daysBetween(lastReportOn, asOf) >= silentFeedDetectionRules.unknownHabitDays
    : missed > gap;
}

/**
 * Returns the watched feeds with the day since which they are silent. `gaps` contains the usual gaps
 * of possibly silent feeds by location.
 */
export function selectWatchedFeeds(
  feeds: readonly LocationFeed[],
  asOf: Day,
  gaps: ReadonlyMap<number, number | null>,
): WatchedFeed[] {
  return feeds
    .filter((feed) => isFeedWatched(feed, asOf))
    .map((feed) => {
      const silent =
        mayFeedBeSilent(feed, asOf) && isFeedSilent(feed, asOf, gaps.get(feed.locationId) ?? null);
      return {
        ...feed,
        silentSince: silent && feed.lastReportOn !== null ? nextOpenDay(feed.lastReportOn) : null,
      };
    });
}

/**
 * Connection of a customer to one EHR in one state. All locations of the customer with this EHR and
 * state count once.
 */
export interface CustomerEhrConnection {
  institutionId: number;
  ehr: string | null;
  state: string | null;
  /** Mean latitude of the locations in degrees; `null` without coordinates. */
  latitude: number | null;
  longitude: number | null;
  city: string | null;
  /** `true` when at least half of the locations are silent. */
  isSilent: boolean;
  feeds: WatchedFeed[];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function groupFeedsByConnection(feeds: readonly WatchedFeed[]): CustomerEhrConnection[] {
  const byConnection = Map.groupBy(
    feeds,
    ({ institutionId, ehr, state }) => `${institutionId}\n${ehr ?? ''}\n${state ?? ''}`,
  );
  return [...byConnection.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { institutionId, ehr, state } = first;
    const placed = own.flatMap(({ latitude, longitude, city }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude, city }],
    );
    const isPlaced = placed.length > 0;
    return {
      institutionId,
      ehr,
      state,
      latitude: isPlaced ? mean(placed.map(({ latitude }) => latitude)) : null,
      longitude: isPlaced ? mean(placed.map(({ longitude }) => longitude)) : null,
      city: (placed[0] ?? first).city,
      isSilent: 2 * own.filter(({ silentSince }) => silentSince !== null).length >= own.length,
      feeds: own,
    };
  });
}
