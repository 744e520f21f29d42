import { computeTierTargetMultiplier } from '#shared/core/scoring-rules.ts';
import { shareText } from '#shared/core/words.ts';
import { cacheTimes } from '#web/core/api.ts';
import { benchmarkGuideFigures } from './figures.ts';
import type { GuideSection, GuideSettings } from './guide.ts';
import { findScheduleCron, scheduleText, weekCloseToRefreshText } from './times.ts';

const cacheMinutes = cacheTimes.default / 60_000;

export const createScoreCalculationSection = ({ rules }: GuideSettings): GuideSection => ({
  title: 'How scores are calculated',
  blocks: [
    {
      list: [
        'Usage is how often a product was used in the 28 days ending on a Saturday. “Per month” always means these 28 days.',
        `Peers are institutions of the same size tier and practice type. If there are fewer than ${rules.minimumPeers} of them, peers are all institutions of the same size tier; if there are still too few, all institutions.`,
        'The benchmark is the peers’ median usage. For most products, usage is counted per location.',
        'A product score is usage as a percentage of the benchmark.',
        'The adoption score is the mean of the product scores, each capped at 100, so that one busy product can’t hide an idle one.',
      ],
    },
    'Example of a benchmark:',
    { figures: benchmarkGuideFigures },
  ],
});

export const createTierSection = ({ rules }: GuideSettings): GuideSection => ({
  title: 'Health tiers',
  blocks: [
    {
      list: [
        `Healthy: ${rules.healthyFrom}% of benchmark or more.`,
        `Medium: from ${rules.mediumFrom}% to below ${rules.healthyFrom}%.`,
        `Critical: below ${rules.mediumFrom}%.`,
        `Unknown: the measurable share is below ${shareText(rules.minimumCoverage)}. It is the weight of the products that could be measured, divided by the weight of all products that the customer is entitled to. Products with a silent connection can’t be measured.`,
      ],
    },
    `A product’s target is its rounded benchmark times the locations that reported, for products counted per location, times a factor. The factor is ${computeTierTargetMultiplier('Critical', rules)} for a Critical customer (target “to Medium”), ${computeTierTargetMultiplier('Medium', rules)} for a Medium customer (target “to Healthy”), ${computeTierTargetMultiplier('Healthy', rules)} for a Healthy customer (target “Maintain”).`,
  ],
});

export const createGracePeriodSection = ({ rules }: GuideSettings): GuideSection => ({
  title: 'Grace period',
  blocks: [
    `There is a ${rules.graceDays}-day grace period for new customers, counted from go-live. In grace, a customer gets scores but is never at risk and never counts as a peer.`,
  ],
});

export const createScoreTrendSection = ({ rules }: GuideSettings): GuideSection => ({
  title: 'Trend',
  blocks: [
    `The trend threshold is plus or minus ${rules.flatBand}% (±${rules.flatBand}%) of the previous week’s score. Within the threshold, the score is flat. Beyond it, the week counts as improving or declining.`,
    'Only official weeks count toward a streak of improving or declining weeks. A flat week ends the streak.',
  ],
});

export const createAtRiskSection = ({ rules }: GuideSettings): GuideSection => ({
  title: 'At risk',
  blocks: [
    `A customer is at risk when its score is below ${rules.mediumFrom}%, or has declined for ${rules.decliningWeeksAtRisk} weeks or more.`,
    'Customers in grace and customers with tier Unknown are never at risk, however low their score. A provisional score never triggers an alert.',
  ],
});

/** Returns the section on refresh times, from the jobs' schedules. */
export const createRefreshTimesSection = (facts: GuideSettings): GuideSection => ({
  title: 'When figures are refreshed',
  blocks: [
    {
      list: [
        `Scores are calculated ${scheduleText(facts, findScheduleCron(facts, 'scores.official')).split(' at ')[0]}, ${weekCloseToRefreshText(facts)}. Usage is not refreshed during these hours.`,
        `The current week’s provisional scores are refreshed ${scheduleText(facts, findScheduleCron(facts, 'scores.provisional'))}.`,
        `Usage is refreshed ${scheduleText(facts, findScheduleCron(facts, 'usage.refresh'))}.`,
        `Benchmarks are refreshed ${scheduleText(facts, findScheduleCron(facts, 'benchmarks.refresh'))}.`,
        `The browser caches data for ${cacheMinutes} minutes.`,
      ],
    },
  ],
});

/** Returns all sections on scoring, for pages that show scores. */
export const createAllScoringSections = (facts: GuideSettings): GuideSection[] => [
  createScoreCalculationSection(facts),
  createTierSection(facts),
  createAtRiskSection(facts),
  createGracePeriodSection(facts),
  createScoreTrendSection(facts),
];
