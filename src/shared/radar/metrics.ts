import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { silentFeedDetectionRules } from './constants.ts';

const {
  missedDays,
  unknownHabitDays,
  habit,
  windowDays,
  weeks,
  fewestWatched,
  fewestSilent,
  replications,
  mostChance,
  goesOn,
} = silentFeedDetectionRules;

export const metricExplanations = {
  silentFeed: () => ({
    formula: `A location’s connection is silent when it has missed at least ${missedDays} open days since its last report, and this gap is longer than any gap in the ${habit.days} days before. Open days are Monday to Friday without holidays. A connection with too few reports to know its usual gap is silent after ${unknownHabitDays} days without a report.`,
    unit: 'Locations',
    inputs: ['Last report of each connection', 'Days with usage'],
    exclusions: `Connections are not watched if they reported in fewer than ${weeks.reported} of the last ${weeks.of} weeks or have been silent for more than ${windowDays} days.`,
    source: 'isFeedSilent in src/server/radar/silence.ts',
  }),
  incident: () => ({
    formula: `Connections that fell silent together and share an EHR, a state, both, or an area. Such a group is an incident if it would arise by chance at most ${mostChance * 100}% of the time. Once half of all connections are silent, a single incident covers all connections.`,
    unit: 'Incidents',
    inputs: ['Silent connections', 'EHR', 'State', 'Coordinates'],
    exclusions: `Groups of fewer than ${fewestWatched} connections, or with fewer than ${fewestSilent} silent customers. Locations without coordinates are in no area.`,
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentExpected: () => ({
    formula:
      'The expected number is the share of silent connections outside the group, multiplied by the number of connections in the group. All locations of a customer with the same EHR in one state count as one connection. It is silent when at least half of these locations are silent.',
    unit: 'Connections',
    inputs: ['Watched connections', 'Silent connections'],
    exclusions:
      'No value for an incident of all connections, because nothing is left to compare with.',
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentChance: () => ({
    formula: `Probability that chance alone would produce a group of silent connections as unusual as this group (Kulldorff’s scan statistic). To estimate the probability, the silent connections are assigned to random customers ${replications} times, and the most unusual group of each assignment is compared with this group. The probability is the number of assignments whose group is at least as unusual, plus one, divided by ${replications + 1}.`,
    unit: 'Percent',
    inputs: ['Silent connections', 'All compared groups'],
    exclusions: 'No value for an incident of all connections.',
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentStage: () => ({
    formula: `Growing: more connections fell silent in the last 24 hours. Open: the incident continues. Over: fewer than half of its customers are still silent, or no scan detected it for ${goesOn.days} days. Dismissed: a user dismissed it with a reason; it reopens if the number of silent connections grows by half.`,
    unit: 'One of four stages',
    inputs: ['Scans every 6 hours', 'Dismissals'],
    exclusions: 'None.',
    source: 'matchIncidents in src/server/radar/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
