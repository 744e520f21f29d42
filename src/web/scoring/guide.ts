import { lossConfirmationDays } from '#shared/scoring/constants.ts';
import { rulesTrialWeeks } from '#shared/scoring/rules.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import { createAllScoringSections } from '#web/ui/guide/scoring.ts';

export const createScoringRulesGuide = createGuideFactory({
  metrics: [
    'adoptionScore',
    'healthTier',
    'sizeTier',
    'grace',
    'weeksDeclining',
    'atRisk',
    'averageScore',
    'alertPrecision',
    'alertRecall',
  ],
  controls: [
    {
      id: 'rules-form',
      label: 'Rules',
      does: 'All numbers behind the scores. Only admins can change them, and only after a trial.',
    },
    {
      id: 'rules-trial',
      label: 'Trial',
      does: `Scores the last ${rulesTrialWeeks} official weeks with the changed rules and shows which customers would change tier. Other users don’t see the trial.`,
    },
    {
      id: 'rules-versions',
      label: 'Versions',
      does: 'Every version with its author, its reason and the official weeks that used it.',
    },
  ],
  keys: globalKeys,
  howItWorks: () => [
    {
      title: 'Changing a rule',
      blocks: [
        'Change a number, test it, and check which customers would change tier. Then save the rules with a note that says why. If another user saves a version first, test your rules again.',
        'Saved rules apply to the provisional score immediately, and to the official score from the next week that closes. Closed weeks never change.',
      ],
    },
    {
      title: 'How a trial rates alerts',
      blocks: [
        `If customers have left, a trial also shows how many flagged customers left within ${lossConfirmationDays} days, and how many lost customers had been flagged. A change that improves one figure usually worsens the other, so check both.`,
      ],
    },
  ],
  scoring: (facts) => createAllScoringSections(facts),
});
