import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { radarRules } from './constants.ts';

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
} = radarRules;

export const metrics = {
  silentFeed: () => ({
    formula: `A location’s connection is silent when two conditions hold: it has missed at least ${missedDays} open days since its last report, and this gap is longer than any gap in the ${habit.days} days before. Open days are Monday to Friday without holidays. A connection with too few reports to know its usual gaps is silent after ${unknownHabitDays} days without a report.`,
    unit: 'Locations',
    inputs: ['Last report of each connection', 'Days with usage'],
    exclusions: `Connections that did not report in ${weeks.reported} of the last ${weeks.of} weeks or have been silent for more than ${windowDays} days are not watched.`,
    source: 'isSilent in src/server/radar/silence.ts',
  }),
  incident: () => ({
    formula: `Connections of one EHR, one state, both, or around one place that fell silent together. A cluster counts if it would arise by chance at most ${mostChance * 100}% of the time. Once half of all connections are silent, the incident covers all connections, without a comparison.`,
    unit: 'Incidents',
    inputs: ['Silent connections', 'EHR', 'State', 'Coordinates'],
    exclusions: `Groups of fewer than ${fewestWatched} connections or with fewer than ${fewestSilent} silent customers. Locations without coordinates do not belong to any area.`,
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentExpected: () => ({
    formula:
      'All locations of a customer with the same EHR in one state count as one connection, which is silent when at least half of its locations are silent. The expected number is the share of silent connections outside the group times the number of connections in the group.',
    unit: 'Connections',
    inputs: ['Watched connections', 'Silent connections'],
    exclusions:
      'No value for an incident of all connections, because nothing is left to compare with.',
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentChance: () => ({
    formula: `Probability that a cluster this clear arises anywhere by chance. Customers are shuffled ${replications} times, and the clearest group of each shuffle is compared (Kulldorff’s scan statistic). The probability is the number of shuffles at least as clear as the real cluster, plus one, divided by ${replications + 1}. It already accounts for searching all groups.`,
    unit: 'Percent',
    inputs: ['Silent connections', 'All groups compared'],
    exclusions: 'No value for an incident of all connections.',
    source: 'findClusters in src/server/radar/scan.ts',
  }),
  incidentStage: () => ({
    formula: `Growing: more connections fell silent within a day. Open: it continues. Over: fewer than half of its customers are still silent, or it was not detected for ${goesOn.days} days. Dismissed: a user dismissed it with a reason; it returns if the silent connections grow by half.`,
    unit: 'One of four stages',
    inputs: ['Scans every 6 hours', 'Dismissals'],
    exclusions: 'None.',
    source: 'matchIncidents in src/server/radar/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
