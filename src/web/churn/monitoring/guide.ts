import { churnPipeline, churnWarning } from '#shared/churn/pipeline.ts';
import { staleAfterHours } from '#shared/churn/predictions/tiers.ts';
import { cronClock } from '#shared/core/jobs/schedule-text.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { tierSection } from '#web/ui/guide/scoring.ts';

export const churnMonitoringGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Pipeline and model quality',
      text: 'How the predictions are made, and how good they were: one tab each; a third lists what became of each customer.',
      control: 'monitoring-tabs',
    },
    {
      title: 'Steps',
      text: 'Each step with its newest run: rows in and out, what was left out, how long it took and what it usually takes.',
      control: 'monitoring-steps',
    },
    {
      title: 'Run again',
      text: 'Admins run a step again for any past day, with the steps that follow from it.',
      control: 'monitoring-again',
    },
    {
      title: 'Input checks',
      text: 'What the newest run counted, beside the median of the seven runs before. A gap of more than 30% is worth a look; without customers, scores, usage or feeds the pipeline stops.',
      control: 'monitoring-checks',
    },
    { title: 'Runs', text: 'Every run with its outcome, and why one failed.', control: 'monitoring-runs' },
    {
      title: 'Quality at a glance',
      text: 'Each figure with its definition, its interval and what helps when it is bad.',
      control: 'quality-cards',
    },
    {
      title: 'Weeks looked back on',
      text: 'All Sundays whose outcome is known, or the last 26 or 13 of them. Figures that came with the training stay as they were judged then.',
      control: 'quality-past',
    },
    {
      title: 'Flagged or not, left or stayed',
      text: 'Each customer once: whether it was flagged, and whether it left. A number opens the customers.',
      control: 'quality-confusion',
    },
    {
      title: 'Outcomes',
      text: 'The third tab lists these customers by name, with filters, saved views and export.',
      control: 'outcomes-list',
    },
    {
      title: 'Against the plain rule',
      text: 'The models beside “score below 50”, on weeks that none of them had seen.',
      control: 'quality-candidates',
    },
    {
      title: 'Precision by capacity',
      text: 'Move the slider to the number of customers that the team can work on in a week.',
      control: 'quality-capacity',
    },
    {
      title: 'Chances and what happened',
      text: 'Ten bins of chances: near the dashed line they are right.',
      control: 'quality-reliability',
    },
    { title: 'Lead time', text: 'How many days before the notice the flags came.', control: 'quality-lead' },
    {
      title: 'Tier, treatment, segment',
      text: 'How flags did by tier and kind of customer. Contacted customers stand apart: a save makes a good flag look wrong.',
      control: 'quality-shares',
    },
    {
      title: 'Names',
      text: 'Losses that were not flagged in time, and flagged customers that stayed, each linked to its overview.',
      control: 'quality-names',
    },
    { title: 'Patterns', text: 'How often each came true; admins mute the noise, with a reason.', control: 'quality-patterns' },
    {
      title: 'Candidate patterns',
      text: 'What look-backs at losses name as missed, tried on past customers: whether it would have helped.',
      control: 'quality-candidate-patterns',
    },
    {
      title: 'Versions',
      text: 'What was trained when, on how much, and how good it was. Admins put an earlier version in use, with a reason; it stays until they choose the newest again.',
      control: 'quality-versions',
    },
  ],
  howItWorks: [
    {
      title: 'Daily pipeline',
      blocks: [
        { list: churnPipeline.map(({ name, cron, does }) => `${cronClock(cron).join(', ')} ${facts.zone}, ${name}: ${does}.`) },
        `Each step needs the one before it. If a step fails, the predictions of the day before stay; after ${staleAfterHours} hours they are no longer shown as tiers.`,
      ],
    },
    {
      title: 'How the model learns',
      blocks: [
        'It learns from customers on past Sundays, from what was known on that day alone. Logistic regression and boosted trees compete on later weeks that they have not seen; the simpler one wins inside the interval.',
        `The outcome of a Sunday is known ${churnWarning.days.to} days later, so the newest weeks are not learned from yet.`,
      ],
    },
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: [
            'churnFlagged',
            'churnCaught',
            'churnOutcomes',
            'churnRevenueCaught',
            'churnCapacity',
            'churnRanking',
            'churnAveragePrecision',
            'churnLift',
            'churnBrier',
            'churnCalibration',
            'churnLeadTime',
            'churnFlips',
            'churnVerdicts',
            'churnStep',
            'churnDrift',
          ],
        },
      ],
    },
  ],
  healthScoring: [tierSection(facts)],
  keys: everywhere,
});
