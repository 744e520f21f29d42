/** Highest product score displayed; the adoption score counts each product up to 100. */
export const highestDisplayedScore = 999;

/** Number of days a practice is open within 28 days. */
export const openDaysIn28 = 20;

export const newCustomerMonths = 3;

export const longTermMonths = 12;

export const upsellChange = 5;

/** Rules that rank at-risk customers by yearly revenue at stake and proximity of the renewal. */
export const priorityRules = {
  /**
   * Range of the chance of loss that is derived from the score when there is no churn prediction.
   */
  scoreRisk: { least: 0.05, most: 0.9 },
  /**
   * Factors by days until the renewal: the smallest matching window applies, otherwise 1. An
   * overdue renewal matches all windows.
   */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;

/**
 * Number of official weeks before the last one; a customer at risk in any of them can count as
 * recovered.
 */
export const recoveredWithinWeeks = 4;

/** Percent by which the peers' median must fall to count as a seasonal effect rather than noise. */
export const seasonFall = 2;

/** Weeks between the compared benchmarks of the table, and length of the change log in weeks. */
export const benchmarkWeeks = { compared: 4, logged: 13 } as const;

/** Minimum weekly change of a logged benchmark, in percent. */
export const loggedChange = 2;

/**
 * Number of days after an official week within which a loss confirms an alert; also the horizon of
 * churn predictions.
 */
export const trialHorizonDays = 60;

/** Days before a notice for which the health of lost customers is reported. */
export const daysBeforeNotice = [90, 60, 30] as const;
/** Days after the notice within which a loss should be reviewed. */
export const reviewDays = 10;

/** Maximum age in hours of churn predictions shown as tiers. */
export const predictionStaleHours = 48;

/** Onboarding rules: pace in points of the adoption score, days counted by the onboarding clock. */
export const onboardingRules = {
  /**
   * Lowest pace that is on track; `behindFrom` is the lowest that is behind rather than far behind.
   */
  onTrackFrom: -5,
  behindFrom: -20,
  /** Day by which a customer without any usage counts as not started. */
  notStartedDay: 14,
  /** Stuck: behind, without a new product in use and with less than `points` gained in `days`. */
  stuck: { days: 21, points: 2 },
  /** Graduation: this score or more in this number of consecutive official weeks. */
  graduation: { score: 80, weeks: 4 },
} as const;

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

/** Maximum share of undecided risk episodes up to which the share of saved episodes is reported. */
export const maximumUndecidedShare = 0.2;

/**
 * Minimum number of departures for a survival curve, and of customers under observation at each
 * time shown.
 */
export const minimumDepartures = 20;
export const minimumObserved = 10;

/** Day and score that define onboarding success in retention comparisons. */
export const onboardingLandmark = { day: 60, score: 50 } as const;

/**
 * Ticket desk rules: days of silence and usage to evaluate, minimum uses before a ticket, percent
 * drop that is reported, and number of tickets of one customer within `days` that is reported.
 */
export const ticketRules = { days: 14, leastUses: 20, useFall: 20, many: 3 } as const;

/** Days for which a closed ticket stays on the desk. */
export const closedTicketDays = 90;

export const alertRules = {
  /** Maximum number of new action items per user and day from alert rules. */
  perPersonAndDay: 5,
  /** Days until a rule fires again for an open action item whose customer still matches. */
  againDays: 7,
  /** Days after an action item is closed during which its rule doesn't fire for the customer. */
  quietDays: 28,
  /**
   * Minimum number of closed action items from which a share is reported; `leastToMute` is the
   * minimum from which muting the rule is suggested.
   */
  leastShown: 5,
  leastToMute: 10,
  /** Share of action items acted on below which a rule counts as noise. */
  muteBelow: 0.2,
  /** Share of customers above which a matching rule counts as broad. */
  broadShare: 0.1,
  /** Number of official weeks in a rule trial. */
  trialWeeks: 13,
  /** First and last hour of the day for notifications of new action items. */
  notifyFrom: 8,
  notifyUntil: 18,
} as const;
/**
 * Limits of ticket campaigns: maximum recipients, hours for undo, and days after which an untouched
 * open ticket is listed.
 */
export const campaignRules = { mostRecipients: 5000, undoHours: 24, idleDays: 7 } as const;
