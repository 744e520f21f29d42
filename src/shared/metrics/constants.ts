/** Shown product scores stop here; the adoption score counts each product up to 100. */
export const highestShownScore = 999;

/** A practice is open on 20 of 28 days. */
export const openDaysIn28 = 20;

export const newCustomerMonths = 3;

export const longTermMonths = 12;

export const upsellChange = 5;

/** How at-risk customers are put in order: the yearly revenue at stake, weighed by how near the renewal is. */
export const priorityRules = {
  /** Where no churn prediction exists, the chance of losing a customer is read off its score and kept within these. */
  scoreRisk: { least: 0.05, most: 0.9 },
  /** The nearest window that holds decides; without one the factor is 1. A renewal that is overdue is as near as can be. */
  renewalFactors: [
    { withinDays: 60, factor: 1.5 },
    { withinDays: 120, factor: 1.25 },
  ],
} as const;

/** Official weeks before the last one in which a customer may have been at risk to count as recovered. */
export const recoveredWithinWeeks = 4;

/** From this many percent on, a fall of the peers' median is a season's and no noise. */
export const seasonFall = 2;

/** The weeks of which the table tells the change, and those that its log goes back. */
export const benchmarkWeeks = { compared: 4, logged: 13 } as const;

/** A change of a benchmark from one week to the next is logged from this many percent on. */
export const loggedChange = 2;

/** Days after an official week in which a loss shows that its alert was right; the horizon of the churn predictions. */
export const trialHorizonDays = 60;

/** Days before a notice on which the health of those who left is looked at. */
export const daysBeforeNotice = [90, 60, 30] as const;
/** A loss is to be looked back at within so many days of its notice. */
export const retroDays = 10;

/** Churn predictions older than this are not shown as tiers. */
export const predictionStaleHours = 48;

/** How progress in onboarding is judged: points of the adoption score, days of the onboarding clock. */
export const onboardingRules = {
  /** Pace from here up is on track. */
  onTrackFrom: -5,
  behindFrom: -20,
  /** Without any use by this day, a customer has not started. */
  notStartedDay: 14,
  /** Behind, with no new product in use and less than these points gained in these days. */
  stuck: { days: 21, points: 2 },
  /** So many official weeks in a row at this score or above. */
  graduation: { score: 80, weeks: 4 },
} as const;

/** How the radar tells feeds gone silent and clusters of them. The scan statistic is Kulldorff's (1997), its circles as he draws them. */
export const radarRules = {
  /** Open days without a report after which a feed is silent; a feed that skips more by habit must miss more than that. */
  missedDays: 2,
  /** Days without a report after which a feed is silent whose habit is not known: what scores call not measured. */
  unknownHabitDays: 7,
  /** Days in which a habit shows, and report days that it takes. */
  habit: { days: 28, fewestReports: 4 },
  /** Days within which a feed must have fallen silent: one that has been silent for longer is an old story. */
  windowDays: 14,
  /** A feed is watched that reported in so many of so many weeks. */
  weeks: { reported: 3, of: 6 },
  /** Customers of a group, and silent ones of those: fewer make no incident. */
  fewestWatched: 5,
  fewestSilent: 3,
  /** From this share of all customers on, it is not some feeds but all. */
  allShare: 0.5,
  /** Days without any report from anywhere after which all feeds are silent. */
  nothingDays: 7,
  /** Customers of the areas around each place, and the miles they may reach. */
  areas: { customers: [5, 10, 20, 40, 80], mostMiles: 125 },
  /** A cluster that chance alone makes at most this often is an incident. */
  mostChance: 0.01,
  replications: 999,
  /** Clusters that one look tells apart. */
  mostClusters: 5,
  /** An incident goes on while this share of its most silent customers is silent, at the most so many days after it was last found. */
  goesOn: { share: 0.5, days: 28 },
  /** A dismissed incident comes back with so many times the silent customers, and for as many days after it was over it is the same one. */
  comesBack: { times: 1.5, days: 28 },
} as const;

/** No share of saved risk episodes is given where more than this share of them is undecided. */
export const mostUndecided = 0.2;

/** A survival curve is drawn from so many departures on, and while so many customers are watched at one time. */
export const fewestEvents = 20;
export const fewestAtRisk = 10;

/** Day and score by which the outcome of an onboarding is told when it is asked who stays. */
export const onboardingLandmark = { day: 60, score: 50 } as const;

/** The ticket desk: days of silence and of use that are looked at, uses before a ticket that allow a comparison, percent of a fall that counts, tickets of one customer in those days that are many. */
export const ticketRules = { days: 14, leastUses: 20, useFall: 20, many: 3 } as const;

/** Days for which a closed ticket stays on the desk. */
export const closedTicketDays = 90;

/** Alert rules. */
export const alertRules = {
  /** New calls that rules may bring one person on one day. */
  perPersonAndDay: 5,
  /** Days until a rule fires again for an open call whose customer still matches. */
  againDays: 7,
  /** Days after a call was closed in which its rule leaves the customer in peace. */
  quietDays: 28,
  /** Closed calls that are needed to give a share, and to propose that a rule be muted. */
  leastShown: 5,
  leastToMute: 10,
  /** A rule whose calls are acted on less often than this is noise. */
  muteBelow: 0.2,
  /** A rule that matches more than this share of the customers is broad. */
  broadShare: 0.1,
  /** Official weeks over which a rule is tried. */
  trialWeeks: 13,
  /** Hours of the day between which rules tell what they brought; outside them is quiet. */
  toldFrom: 8,
  toldUntil: 18,
} as const;
/** Ticket campaigns: customers of one at most, hours for undoing one, days after which an open ticket that nobody touched is a straggler. */
export const campaignRules = { mostRecipients: 5000, undoHours: 24, idleDays: 7 } as const;
