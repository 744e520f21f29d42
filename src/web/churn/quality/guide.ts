import { churnPredictionRules, scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { predictionsStaleAfterHours } from '#shared/churn/predictions/tiers.ts';
import { cronTimesOfDay } from '#shared/core/jobs/schedule-text.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import { createTierSection } from '#web/ui/guide/scoring.ts';

export const createChurnMonitoringGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Pipeline and model quality',
      text: 'Separate tabs for the prediction pipeline, model quality and customer outcomes.',
      control: 'monitoring-tabs',
    },
    {
      title: 'Steps',
      text: 'The latest run of each step: rows read, written and left out, with the run’s duration and the usual duration.',
      control: 'monitoring-steps',
    },
    {
      title: 'Run again',
      text: 'Admins can rerun a step and all following steps for any past day.',
      control: 'monitoring-again',
    },
    {
      title: 'Input checks',
      text: 'Row counts of the latest run, compared with the median of the previous seven runs. Look into differences above 30%. Without customers, scores, usage or connections, the pipeline stops.',
      control: 'monitoring-checks',
    },
    { title: 'Runs', text: 'All runs with their outcomes and errors.', control: 'monitoring-runs' },
    {
      title: 'Quality at a glance',
      text: 'Quality figures with definitions, intervals and advice.',
      control: 'quality-cards',
    },
    {
      title: 'Evaluation period',
      text: 'Evaluates all Sundays with known outcomes, or only the last 26 or 13. Figures from training do not depend on this choice.',
      control: 'quality-past',
    },
    {
      title: 'Flags and outcomes',
      text: 'Number of customers by whether they were flagged and whether they left. Click a number to list the customers.',
      control: 'quality-confusion',
    },
    {
      title: 'Outcomes',
      text: 'The Outcomes tab lists these customers with filters, saved views and export.',
      control: 'outcomes-list',
    },
    {
      title: 'Compared with the simple rule',
      text: 'Quality of the models and of the rule “score below 50”, on weeks outside the training data.',
      control: 'quality-candidates',
    },
    {
      title: 'Precision by capacity',
      text: 'Share of contacted customers that left. Set the slider to the number of customers your team can contact per week.',
      control: 'quality-capacity',
    },
    {
      title: 'Predicted and observed',
      text: 'Predicted chances in ten bins. Points near the dashed line match the outcomes.',
      control: 'quality-reliability',
    },
    { title: 'Lead time', text: 'Days from a flag to the notice.', control: 'quality-lead' },
    {
      title: 'Tier, contact, segment',
      text: 'Quality of flags by tier, contact and segment. Contacted customers are separate, because saving a customer makes a correct flag look wrong.',
      control: 'quality-shares',
    },
    {
      title: 'Names',
      text: 'Losses that were not flagged in time, and flagged customers that stayed. Each name links to the customer’s overview.',
      control: 'quality-names',
    },
    {
      title: 'Patterns',
      text: 'How often each pattern was followed by a notice. Admins can mute patterns with a reason.',
      control: 'quality-patterns',
    },
    {
      title: 'Candidate patterns',
      text: 'Missed signals from loss reviews, tested on past customers.',
      control: 'quality-candidate-patterns',
    },
    {
      title: 'Versions',
      text: 'Trained versions with their data and quality. Admins can activate an earlier version with a reason. It stays active until an admin chooses the newest version.',
      control: 'quality-versions',
    },
  ],
  howItWorks: [
    {
      title: 'Daily pipeline',
      blocks: [
        {
          list: scheduledPipelineSteps.map(
            ({ name, cron, does }) =>
              `${cronTimesOfDay(cron).join(', ')} ${facts.zone}, ${name}: ${does}.`,
          ),
        },
        `Each step needs the previous step. If a step fails, the previous day’s predictions stay. After ${predictionsStaleAfterHours} hours, tiers are hidden.`,
      ],
    },
    {
      title: 'How the model is trained',
      blocks: [
        'The model is trained on past Sundays, using only data known on each Sunday. Logistic regression and boosted trees are compared on later weeks outside the training data. If their difference is within the interval, the simpler model is chosen.',
        `An outcome is known ${churnPredictionRules.days.to} days after a Sunday, so the latest weeks are not used for training yet.`,
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
  healthScoring: [createTierSection(facts)],
  keys: globalKeys,
});
