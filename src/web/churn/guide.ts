import { churnPipeline, churnWarning } from '#shared/churn/pipeline.ts';
import { cronClock } from '#shared/core/jobs/schedule-text.ts';
import { churnFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys, rowKeys } from '#web/ui/guide/keys.ts';
import { atRiskSection, refreshSection, tierSection, trendSection } from '#web/ui/guide/scoring.ts';

const { days, tiers, minimumPatterns } = churnWarning;
const tierTexts = tiers.map(
  ({ name, from, to }) => `${name}: ${from === 0 ? `under ${to} days` : `${from} to ${to} days`} until the expected loss.`,
);

export const churnGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Predictions by tier',
      text: `Customers that may leave, by how soon: ${tiers.map(({ name }) => name).join(', ')}.`,
      control: 'churn-tiers',
    },
    {
      title: 'Patterns',
      text: `Signs that a customer may leave. A prediction needs ${minimumPatterns} or more patterns in one customer; each is shown with the figures behind it.`,
      control: 'churn-patterns',
    },
    {
      title: 'How frequent each pattern is',
      text: 'Of the customers on the tab, how many have it. Its number opens them.',
      control: 'churn-frequency',
    },
    {
      title: 'Confidence',
      text: 'How sure the prediction is, beside how often predictions as sure as this one came true.',
      control: 'churn-confidence',
    },
    {
      title: 'Open, accepted, snoozed, rejected',
      text: 'Open: nobody has decided yet. A rejected prediction leaves the list for 60 days; the monitoring page shows whether rejecting was right.',
      control: 'churn-tabs',
    },
    {
      title: 'Earlier flags',
      text: 'The last tab lists every time that a customer was flagged, and whether it left, stayed, or it is too early to tell.',
      control: 'churn-flags',
    },
    {
      title: 'Act on a prediction',
      text: 'Accept or reject it with a reason, assign the customer, set a task, snooze or write a note, and record the outcome.',
      control: 'churn-actions',
    },
  ],
  howItWorks: [
    {
      title: 'How early it warns',
      blocks: [`Predictions give a ${days.from} to ${days.to} day warning. The tier says how near the loss is:`, { list: tierTexts }],
    },
    {
      title: 'What a prediction needs',
      blocks: [`${minimumPatterns} or more patterns must meet in one customer. One weak week is not a pattern.`],
    },
    { title: 'How good it is', blocks: ['Figures of today, beside the reference example:', { figures: churnFigures }] },
    {
      title: 'Daily pipeline',
      blocks: [
        `It runs daily at ${joined(churnPipeline.flatMap(({ cron }) => cronClock(cron)))} ${facts.zone}:`,
        { list: churnPipeline.map(({ cron, does }) => `${cronClock(cron).join(', ')} ${facts.zone}: ${does}.`) },
      ],
    },
    refreshSection(facts),
  ],
  healthScoring: [atRiskSection(facts), tierSection(facts), trendSection(facts)],
  keys: [...everywhere, ...listKeys, ...rowKeys, { keys: ['v', 'g', 'r', 'b'], does: 'Evidence, accept, reject, take back' }],
});

/** '4, 5 and 6 AM' of times that share their half of the day, else each in full. */
function joined(times: readonly string[]): string {
  const halves = new Set(times.map((time) => time.slice(-2)));
  const short = halves.size === 1 ? times.map((time, index) => (index === times.length - 1 ? time : time.slice(0, -3))) : times;
  return `${short.slice(0, -1).join(', ')} and ${short.at(-1)}`;
}
