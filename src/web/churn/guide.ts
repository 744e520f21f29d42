import { churnPredictionRules, scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { cronTimesOfDay } from '#shared/core/jobs/schedule-text.ts';
import { churnGuideFigures } from '#web/ui/guide/figures.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { atRiskRowKeys, globalKeys, listKeys } from '#web/ui/guide/keys.ts';
import {
  createAtRiskSection,
  createRefreshTimesSection,
  createScoreTrendSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

const { days, tiers, minimumPatterns } = churnPredictionRules;
const tierTexts = tiers.map(
  ({ name, from, to }) =>
    `${name}: ${from === 0 ? `under ${to} days` : `${from} to ${to} days`} until the expected loss.`,
);

export const createChurnGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Predictions by tier',
      text: `Customers at risk of leaving, by expected time: ${tiers.map(({ name }) => name).join(', ')}.`,
      control: 'churn-tiers',
    },
    {
      title: 'Patterns',
      text: `Signals that a customer may leave. A prediction needs at least ${minimumPatterns} patterns. Each pattern is listed with its figures.`,
      control: 'churn-patterns',
    },
    {
      title: 'Pattern frequency',
      text: 'How many customers on the tab have each pattern. Click a number to list them.',
      control: 'churn-frequency',
    },
    {
      title: 'Confidence',
      text: 'How likely a notice is, and how often similar predictions were right.',
      control: 'churn-confidence',
    },
    {
      title: 'Open, accepted, snoozed, rejected',
      text: 'Open predictions have no decision yet. Rejected predictions leave the list for 60 days. The monitoring page shows whether the rejections were right.',
      control: 'churn-tabs',
    },
    {
      title: 'Earlier flags',
      text: 'The last tab lists every earlier flag and its outcome: left, stayed or too early to tell.',
      control: 'churn-flags',
    },
    {
      title: 'Act on a prediction',
      text: 'Accept or reject a prediction with a reason, assign the customer, add a task or note, snooze the customer, or record an outcome.',
      control: 'churn-actions',
    },
  ],
  howItWorks: [
    {
      title: 'Warning time',
      blocks: [
        `Predictions give a ${days.from} to ${days.to} day warning. The tier shows how soon a notice is expected:`,
        { list: tierTexts },
      ],
    },
    {
      title: 'Requirements for a prediction',
      blocks: [
        `A customer must show ${minimumPatterns} or more patterns. One weak week is not a pattern.`,
      ],
    },
    {
      title: 'Prediction quality',
      blocks: [
        'Current figures. A figure may be followed by an example from the product specification:',
        { figures: churnGuideFigures },
      ],
    },
    {
      title: 'Daily pipeline',
      blocks: [
        `The pipeline runs daily at ${joined(scheduledPipelineSteps.flatMap(({ cron }) => cronTimesOfDay(cron)))} ${facts.zone}:`,
        {
          list: scheduledPipelineSteps.map(
            ({ cron, does }) => `${cronTimesOfDay(cron).join(', ')} ${facts.zone}: ${does}.`,
          ),
        },
      ],
    },
    createRefreshTimesSection(facts),
  ],
  healthScoring: [
    createAtRiskSection(facts),
    createTierSection(facts),
    createScoreTrendSection(facts),
  ],
  keys: [
    ...globalKeys,
    ...listKeys,
    ...atRiskRowKeys,
    { keys: ['v', 'g', 'r', 'b'], does: 'Evidence, accept, reject, withdraw' },
  ],
});

/** Joins clock times: '4, 5 and 6 AM'. AM or PM appears once when it is the same for all times. */
function joined(times: readonly string[]): string {
  const halves = new Set(times.map((time) => time.slice(-2)));
  const short =
    halves.size === 1
      ? times.map((time, index) => (index === times.length - 1 ? time : time.slice(0, -3)))
      : times;
  return `${short.slice(0, -1).join(', ')} and ${short.at(-1)}`;
}
