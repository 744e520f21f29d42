/**
 * Rules that detect silent feeds and groups of silent feeds. Groups are found with Kulldorff's scan
 * statistic (1997) and circular windows.
 */
export const silentFeedDetectionRules = {
  /**
   * Number of open days without a report after which a feed is silent. The gap must also exceed the
   * feed's usual gap.
   */
  missedDays: 2,
  /**
   * A feed is silent after this many days without a report when its usual gap is unknown. Scoring
   * uses the same limit.
   */
  unknownHabitDays: 7,
  /**
   * `days`: period from which a feed's usual gap is derived. `fewestReports`: minimum number of
   * days with a report in that period.
   */
  habit: { days: 28, fewestReports: 4 },
  /** Maximum days of silence with which a feed can be part of an incident. */
  windowDays: 14,
  /** A feed is watched when it reported in at least `reported` of the last `of` weeks. */
  weeks: { reported: 3, of: 6 },
  /**
   * `fewestWatched`: minimum number of watched connections in a group. `fewestSilent`: minimum
   * number of silent customers for an incident.
   */
  fewestWatched: 5,
  fewestSilent: 3,
  /** Minimum share of silent connections, 0–1, at which one incident covers all feeds. */
  allShare: 0.5,
  /** Days without a report from any feed after which all feeds count as silent. */
  nothingDays: 7,
  /**
   * Circular areas that are scanned. `connections`: numbers of nearest connections in an area.
   * `mostMiles`: maximum radius in miles.
   */
  areas: { connections: [5, 10, 20, 40, 80], mostMiles: 125 },
  /** Maximum p-value of a group of silent connections that becomes an incident. */
  mostChance: 0.01,
  replications: 999,
  /** Maximum number of clusters reported per scan. */
  mostClusters: 5,
  /**
   * An incident that is no longer detected continues while at least `share` of its customers are
   * silent, and at most `days` days after the last scan that detected it.
   */
  goesOn: { share: 0.5, days: 28 },
  /**
   * A dismissed incident reopens when its number of silent connections grows by the factor `times`.
   * A similar incident within `days` days counts as the same incident.
   */
  comesBack: { times: 1.5, days: 28 },
} as const;
