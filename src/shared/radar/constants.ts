/**
 * Rules that detect silent feeds and clusters of them, by Kulldorff's scan statistic (1997) with
 * circular windows.
 */
export const radarRules = {
  /**
   * Open days without a report after which a feed is silent; a feed with a longer usual gap must
   * exceed that gap.
   */
  missedDays: 2,
  /**
   * Days without a report after which a feed with an unknown usual gap is silent; scoring uses the
   * same limit.
   */
  unknownHabitDays: 7,
  /**
   * Number of days from which a feed's usual gap is derived, and the minimum number of report days
   * among them.
   */
  habit: { days: 28, fewestReports: 4 },
  /** Maximum days of silence of a feed in an incident; older silence is ignored. */
  windowDays: 14,
  /** A feed is watched when it reported in at least `reported` of the last `of` weeks. */
  weeks: { reported: 3, of: 6 },
  /**
   * Minimum number of watched customers in a group; `fewestSilent` is the minimum number of silent
   * customers for an incident.
   */
  fewestWatched: 5,
  fewestSilent: 3,
  /** Share of silent customers from which an incident covers all feeds. */
  allShare: 0.5,
  /** Days without any report after which all feeds count as silent. */
  nothingDays: 7,
  /**
   * Sizes of the areas scanned around each place, in customers, and their maximum radius in miles.
   */
  areas: { customers: [5, 10, 20, 40, 80], mostMiles: 125 },
  /** Maximum probability of arising by chance at which a cluster becomes an incident. */
  mostChance: 0.01,
  replications: 999,
  /** Maximum number of clusters reported per scan. */
  mostClusters: 5,
  /**
   * An incident continues while at least this share of its peak number of silent customers is
   * silent, up to `days` days after it was last detected.
   */
  goesOn: { share: 0.5, days: 28 },
  /**
   * A dismissed incident is reopened when its number of silent customers grows by this factor. A
   * recurrence within `days` days counts as the same incident.
   */
  comesBack: { times: 1.5, days: 28 },
} as const;
