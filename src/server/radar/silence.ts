import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { radarRules } from '#shared/radar/constants.ts';
import { nextOpenDay, openDaysAfter } from './open-days.ts';

/** Feed of an active location. */
export interface Feed {
  institutionId: number;
  locationId: number;
  ehr: string | null;
  state: string | null;
  city: string | null;
  /** Latitude in degrees; `null` when unknown. */
  latitude: number | null;
  longitude: number | null;
  /** Last day with a report within the last weeks; `null` without one. */
  lastReportOn: Day | null;
  /** Number of the last weeks with a report. */
  weeksReported: number;
}

export interface WatchedFeed extends Feed {
  /** First business day without a report; `null` when the feed is not silent. */
  silentSince: Day | null;
}

/**
 * Returns `true` for a feed that reported regularly until recently. A new feed, or one that stopped
 * long ago, is not watched.
 */
export function isWatched({ lastReportOn, weeksReported }: Feed, asOf: Day): boolean {
  return (
    lastReportOn !== null &&
    lastReportOn >= addDays(asOf, -radarRules.windowDays) &&
    weeksReported >= radarRules.weeks.reported
  );
}

/** Returns `true` when a feed has missed enough days that its usual gap must be checked. */
export const isSuspect = ({ lastReportOn }: Feed, asOf: Day): boolean =>
  lastReportOn !== null && openDaysAfter(lastReportOn, asOf) >= radarRules.missedDays;

/**
 * Returns the longest usual gap of a feed in business days, from the days on which it reported;
 * `null` with too few reports. Feeds that send a week at once, or of practices open three days a
 * week, have gaps that do not mean silence.
 */
export function longestUsualGap(reportDays: readonly Day[]): number | null {
  const days = [...new Set(reportDays)].sort();
  if (days.length < radarRules.habit.fewestReports) return null;
  return Math.max(
    ...days.slice(1).map((day, at) => openDaysAfter(days[at] ?? day, addDays(day, -1))),
  );
}

/**
 * Returns `true` when a feed is silent as of the last day on which any feed reported: it has missed
 * two business days and more than its usual gap in the four weeks before. With an unknown gap, it
 * is silent after seven days.
 */
export function isSilent({ lastReportOn }: Feed, asOf: Day, gap: number | null): boolean {
  if (lastReportOn === null) return false;
  const missed = openDaysAfter(lastReportOn, asOf);
  if (missed < radarRules.missedDays) return false;
  return gap === null
    ? daysBetween(lastReportOn, asOf) >= radarRules.unknownHabitDays
    : missed > gap;
}

/**
 * Returns the watched feeds with the day since which each is silent; `gaps` has the usual gaps of
 * suspect feeds by location.
 */
export function watchedFeeds(
  feeds: readonly Feed[],
  asOf: Day,
  gaps: ReadonlyMap<number, number | null>,
): WatchedFeed[] {
  return feeds
    .filter((feed) => isWatched(feed, asOf))
    .map((feed) => {
      const silent =
        isSuspect(feed, asOf) && isSilent(feed, asOf, gaps.get(feed.locationId) ?? null);
      return {
        ...feed,
        silentSince: silent && feed.lastReportOn !== null ? nextOpenDay(feed.lastReportOn) : null,
      };
    });
}

/** Connection of a customer to one EHR in one state; counts once for all of its locations. */
export interface Connection {
  institutionId: number;
  ehr: string | null;
  state: string | null;
  /** Mean latitude of its locations; `null` without coordinates. */
  latitude: number | null;
  longitude: number | null;
  city: string | null;
  /** `true` when at least half of its locations are silent. */
  isSilent: boolean;
  feeds: WatchedFeed[];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function connectionsOf(feeds: readonly WatchedFeed[]): Connection[] {
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
