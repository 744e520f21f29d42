import { trialHorizonDays } from '#shared/scoring/constants.ts';
import { trialWeeks } from '#shared/scoring/rules.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { allScoringSections } from '#web/ui/guide/scoring.ts';

export const scoringRulesGuide = guideFromRegistry({
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
      does: 'Every number behind the scores. Only admins can change one, and only after a trial.',
    },
    {
      id: 'rules-trial',
      label: 'Trial',
      does: `Scores the last ${trialWeeks} official weeks again with the changed rules and shows which customers would change tier. Nothing changes for other users.`,
    },
    {
      id: 'rules-versions',
      label: 'Versions',
      does: 'Every version with its author, its reason and the official weeks that used it.',
    },
  ],
  keys: everywhere,
  howItWorks: () => [
    {
      title: 'Changing a rule',
      blocks: [
        'Change a number, test it, check which customers would change tier, then save it with a note that says why. If another version is saved first, test your rules again based on it.',
        'Saved rules apply to the provisional score at once and to the official score from the next week that closes. Closed weeks never change.',
      ],
    },
    {
      title: 'Do alerts get better?',
      blocks: [
        `If customers have left, a trial also shows how many flagged customers left within ${trialHorizonDays} days and how many lost customers had been flagged. Improving one usually worsens the other, so look at both.`,
      ],
    },
  ],
  scoring: (facts) => allScoringSections(facts),
});
