import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { radarRules } from '#shared/metrics/constants.ts';
import { nextOpenDay, openDaysAfter } from './open-days.ts';

/** The feed of an active location. */
export interface Feed {
  institutionId: number;
  locationId: number;
  ehr: string | null;
  state: string | null;
  city: string | null;
  /** Degrees; null where they are not known. */
  latitude: number | null;
  longitude: number | null;
  /** The last day it reported, of the last weeks; null when it did not. */
  lastReportOn: Day | null;
  /** In how many of the last weeks it reported. */
  weeksReported: number;
}

export interface WatchedFeed extends Feed {
  /** The first open day without a report; null where the feed is not silent. */
  silentSince: Day | null;
}

/** Feeds that were live until lately. One that never reported, has not for long, or is too new cannot go silent. */
export function isWatched({ lastReportOn, weeksReported }: Feed, asOf: Day): boolean {
  return lastReportOn !== null && lastReportOn >= addDays(asOf, -radarRules.windowDays) && weeksReported >= radarRules.weeks.reported;
}

/** Whether a feed has missed so much that its habit decides whether it is silent. */
export const isSuspect = ({ lastReportOn }: Feed, asOf: Day): boolean =>
  lastReportOn !== null && openDaysAfter(lastReportOn, asOf) >= radarRules.missedDays;

/**
 * The most open days in a row that a feed has left out, from the days on which it reported in any order; null where they are too few to
 * tell. A feed that brings a week's days at once, or a practice that is open on three days of the week, has gaps that mean nothing.
 */
export function usualGap(reportDays: readonly Day[]): number | null {
  const days = [...new Set(reportDays)].sort();
  if (days.length < radarRules.habit.fewestReports) return null;
  return Math.max(...days.slice(1).map((day, at) => openDaysAfter(days[at] ?? day, addDays(day, -1))));
}

/**
 * Whether a feed has gone silent by a day, `asOf`, which is the last one on which any feed reported: it has missed two open days, and
 * more than it ever left out in the four weeks before. Where its habit is not known, it has said nothing for seven days.
 */
export function isSilent({ lastReportOn }: Feed, asOf: Day, gap: number | null): boolean {
  if (lastReportOn === null) return false;
  const missed = openDaysAfter(lastReportOn, asOf);
  if (missed < radarRules.missedDays) return false;
  return gap === null ? daysBetween(lastReportOn, asOf) >= radarRules.unknownHabitDays : missed > gap;
}

/** The watched feeds, each with the day since which it is silent; `gaps` are the habits of the suspects by location. */
export function watchedFeeds(feeds: readonly Feed[], asOf: Day, gaps: ReadonlyMap<number, number | null>): WatchedFeed[] {
  return feeds
    .filter((feed) => isWatched(feed, asOf))
    .map((feed) => {
      const silent = isSuspect(feed, asOf) && isSilent(feed, asOf, gaps.get(feed.locationId) ?? null);
      return { ...feed, silentSince: silent && feed.lastReportOn !== null ? nextOpenDay(feed.lastReportOn) : null };
    });
}

/** What one customer has of one records system in one state: one connection, which counts once however many locations it serves. */
export interface Connection {
  institutionId: number;
  ehr: string | null;
  state: string | null;
  /** The middle of its locations that have coordinates; null where none has. */
  latitude: number | null;
  longitude: number | null;
  city: string | null;
  /** At least half of its locations are silent. */
  isSilent: boolean;
  feeds: WatchedFeed[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function connectionsOf(feeds: readonly WatchedFeed[]): Connection[] {
  const byConnection = Map.groupBy(feeds, ({ institutionId, ehr, state }) => `${institutionId}\n${ehr ?? ''}\n${state ?? ''}`);
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
