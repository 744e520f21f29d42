import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { maximumComparedGroups } from '#shared/onboarding/comparison.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createOnboardingComparisonGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Groups',
      text: `Up to ${maximumComparedGroups} groups by size, go-live month, EHR, owner, product or saved view of the portfolio. The page’s link keeps the choice, so you can share it.`,
      control: 'onboarding-groups',
    },
    {
      title: 'Adjust for mix',
      text: 'Weights each group as if it had the same sizes and EHRs as the others, so that difficult customers don’t distort the comparison. Also shows how different the groups’ mixes were.',
      control: 'onboarding-groups',
    },
    {
      title: 'Mean score',
      text: `The mean score of each group by day of onboarding with its 95% interval, compared with the expected score: ${onboardingDaysAndTargets.targets.map(({ day, percent }) => `${percent}% at day ${day}`).join(', ')}.`,
      control: 'onboarding-curves',
    },
    {
      title: 'Differences',
      text: 'Difference of each group’s mean score from the first group’s on the target days, with intervals and customer counts.',
      control: 'onboarding-differences',
    },
    {
      title: 'Time to 50%',
      text: 'Share of each group that has not reached a score of 50% yet, by days from go-live.',
      control: 'onboarding-time-to-half',
    },
  ],
  howItWorks: [
    {
      title: 'Small groups',
      blocks: [
        'Groups of fewer than five customers are not shown, and a message lists them. Groups of fewer than twenty customers have a warning.',
      ],
    },
    createRefreshTimesSection(facts),
    {
      title: 'Definitions',
      blocks: [{ metrics: ['onboardingCurve', 'sameMix', 'onboardingFunnel', 'expectedScore'] }],
    },
  ],
  healthScoring: [
    createScoreCalculationSection(facts),
    createTierSection(facts),
    createGracePeriodSection(facts),
  ],
  keys: globalKeys,
});
