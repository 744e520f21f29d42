import { targetMultiplierOf } from '#shared/core/scoring-rules.ts';
import { shareText } from '#shared/core/words.ts';
import { cacheTimes } from '#web/core/api.ts';
import { exampleBenchmark } from './figures.ts';
import type { GuideFacts, Section } from './guide.ts';
import { closingWindow, scheduleCron, timeText } from './times.ts';

const cacheMinutes = cacheTimes.default / 60_000;

export const scoreCalculationSection = ({ rules }: GuideFacts): Section => ({
  title: 'How scores are calculated',
  blocks: [
    {
      list: [
        'Usage is how often a product was used in the 28 days ending on a Saturday. “Per month” always means these 28 days.',
        `Peers are institutions of the same size tier and practice type. With fewer than ${rules.minimumPeers} of them, peers are all institutions of the same size tier; if these are too few as well, all institutions.`,
        'The benchmark is the peers’ median usage, per location for most products.',
        'A product score is usage as a percentage of the benchmark.',
        'The adoption score is the mean of the product scores, each capped at 100, so that one busy product can’t hide an idle one.',
      ],
    },
    'Example of a benchmark:',
    { figures: exampleBenchmark },
  ],
});

export const tierSection = ({ rules }: GuideFacts): Section => ({
  title: 'Health tiers',
  blocks: [
    {
      list: [
        `Healthy: ${rules.healthyFrom}% of benchmark or more.`,
        `Medium: from ${rules.mediumFrom}% to below ${rules.healthyFrom}%.`,
        `Critical: below ${rules.mediumFrom}%.`,
        `Unknown: less than ${shareText(rules.minimumCoverage)} of the customer’s products could be measured. A silent connection does not count as zero usage.`,
      ],
    },
    `Targets are a share of the benchmark: ${targetMultiplierOf('Critical', rules)} of it for a Critical customer (“to Medium”), ${targetMultiplierOf('Medium', rules)} for a Medium one (“to Healthy”), ${targetMultiplierOf('Healthy', rules)} for a Healthy one (“Maintain”).`,
  ],
});

export const graceSection = ({ rules }: GuideFacts): Section => ({
  title: 'Grace period',
  blocks: [
    `There is a ${rules.graceDays}-day grace period for new customers, counted from go-live. They get scores but are never at risk and never count as peers.`,
  ],
});

export const trendSection = ({ rules }: GuideFacts): Section => ({
  title: 'Trend',
  blocks: [
    `The trend threshold is plus or minus ${rules.flatBand}% (±${rules.flatBand}%) of the previous week’s score. Within the threshold a score is flat; beyond it, the week counts as improving or declining.`,
    'Only official weeks count toward a streak. A flat week ends it.',
  ],
});

export const atRiskSection = ({ rules }: GuideFacts): Section => ({
  title: 'At risk',
  blocks: [
    `A customer is at risk when its score is below ${rules.mediumFrom}%, or has declined for ${rules.decliningWeeksAtRisk} weeks or more.`,
    'Customers in grace and customers without enough data (Unknown) are never at risk, however low their score. The running week’s provisional score never triggers an alert.',
  ],
});

/** Returns the section on refresh times, from the jobs' schedules. */
export const refreshSection = (facts: GuideFacts): Section => ({
  title: 'When figures are refreshed',
  blocks: [
    {
      list: [
        `Scores are calculated ${timeText(facts, scheduleCron(facts, 'scores.official')).split(' at ')[0]}, ${closingWindow(facts)}; usage is frozen meanwhile.`,
        `The running week’s provisional scores are refreshed ${timeText(facts, scheduleCron(facts, 'scores.provisional'))}.`,
        `Usage is refreshed ${timeText(facts, scheduleCron(facts, 'usage.refresh'))}.`,
        `Benchmarks are refreshed ${timeText(facts, scheduleCron(facts, 'benchmarks.refresh'))}.`,
        `The browser caches data for ${cacheMinutes} minutes.`,
      ],
    },
  ],
});

/** Returns all sections on scoring, for pages that show scores. */
export const allScoringSections = (facts: GuideFacts): Section[] => [
  scoreCalculationSection(facts),
  tierSection(facts),
  atRiskSection(facts),
  graceSection(facts),
  trendSection(facts),
];
