import { trialHorizonDays } from '#shared/metrics/constants.ts';
import { trialWeeks } from '#shared/scoring/rules.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { wholeScoring } from '#web/ui/guide/scoring.ts';

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
      does: 'Every number that scores are made with. Only an admin can change one, and only by trying it first.',
    },
    {
      id: 'rules-trial',
      label: 'Trial',
      does: `Scores the last ${trialWeeks} official weeks again by the changed rules and says who would change tier. Nothing that others see changes.`,
    },
    {
      id: 'rules-versions',
      label: 'Versions',
      does: 'Every version with who saved it, why, and the official weeks that were made with it.',
    },
  ],
  keys: everywhere,
  howItWorks: () => [
    {
      title: 'From a thought to a rule',
      blocks: [
        'Change a number, try it, look at who would change tier, then save it with a sentence that says why. If somebody saves other rules in between, yours have to be tried again on top of those.',
        'Saved rules hold for the provisional score at once and for the official score from the next week that is closed. Closed weeks never change.',
      ],
    },
    {
      title: 'Whether alerts get better',
      blocks: [
        `Where customers have left, a trial also says which alerts were right and which losses had one, by who left within ${trialHorizonDays} days. More right alerts usually cost losses without one; look at both.`,
      ],
    },
  ],
  scoring: (facts) => wholeScoring(facts),
});
