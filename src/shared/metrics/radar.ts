import { radarRules } from './constants.ts';
import type { MetricFamily } from './metric.ts';

const { missedDays, unknownHabitDays, habit, windowDays, weeks, fewestWatched, fewestSilent, replications, mostChance, goesOn } =
  radarRules;

export const radarMetrics = {
  silentFeed: () => ({
    formula: `A location’s feed is silent when it has missed ${missedDays} open days, and more open days in a row than it left out in the ${habit.days} days before. Open days are Monday to Friday without holidays. Where its habit is not known, it is silent after ${unknownHabitDays} days without a report.`,
    unit: 'Locations',
    inputs: ['Last report of each feed', 'Days with use'],
    exclusions: `Feeds that did not report in ${weeks.reported} of the last ${weeks.of} weeks, and those silent for more than ${windowDays} days: they are not watched.`,
    source: 'isSilent in src/server/success-ops/radar/silence.ts',
  }),
  incident: () => ({
    formula: `Feeds of one records system, one state, both, or around one place that fell silent together, so many that chance makes such a cluster at most ${mostChance * 100}% of the time. Once half of all connections are silent, it is reported as all feeds, without a comparison.`,
    unit: 'Incidents',
    inputs: ['Silent feeds', 'Records system', 'State', 'Coordinates'],
    exclusions: `Groups of fewer than ${fewestWatched} connections, and those with fewer than ${fewestSilent} silent customers. Locations without coordinates are in no area.`,
    source: 'findClusters in src/server/success-ops/radar/scan.ts',
  }),
  incidentExpected: () => ({
    formula:
      'A connection is what one customer has of one records system in one state; it counts once however many locations it serves, and is silent when at least half of them are. Expected is the share of silent connections outside of the group, times the connections of the group.',
    unit: 'Connections',
    inputs: ['Watched feeds', 'Silent feeds'],
    exclusions: 'None for all feeds, where nothing is left to compare with.',
    source: 'findClusters in src/server/success-ops/radar/scan.ts',
  }),
  incidentChance: () => ({
    formula: `How often chance alone makes a cluster at least as clear anywhere. Customers change places ${replications} times, and each time the clearest of all groups is taken (Kulldorff’s scan statistic). The draws as clear as the real cluster, plus one, are divided by ${replications + 1}. This already accounts for having looked everywhere.`,
    unit: 'Percent',
    inputs: ['Silent connections', 'All groups compared'],
    exclusions: 'None for all feeds.',
    source: 'findClusters in src/server/success-ops/radar/scan.ts',
  }),
  incidentStage: () => ({
    formula: `Growing: more connections fell silent within a day. Open: it goes on. Over: fewer than half of its customers are silent still, or it was not found for ${goesOn.days} days. Dismissed: a person said why it is not one; it returns if the silent connections grow by half.`,
    unit: 'One of four stages',
    inputs: ['Looks every 6 hours', 'What people dismiss'],
    exclusions: 'None.',
    source: 'outcomeOf in src/server/success-ops/radar/rules.ts',
  }),
} satisfies MetricFamily;
