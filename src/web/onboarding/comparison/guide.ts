import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { maximumGroups } from '#shared/onboarding/comparison.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import {
  graceSection,
  refreshSection,
  scoreCalculationSection,
  tierSection,
} from '#web/ui/guide/scoring.ts';

export const onboardingComparisonGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Groups',
      text: `Up to ${maximumGroups} groups by size, go-live month, EHR, owner, product or any saved view of the portfolio. The link includes the choice, so others see the same.`,
      control: 'onboarding-groups',
    },
    {
      title: 'Same mix',
      text: 'Weights each group to the same sizes and EHRs, so that difficult customers don’t distort the comparison, and shows how different the mix was.',
      control: 'onboarding-groups',
    },
    {
      title: 'Mean curves',
      text: `The mean score of each group by day of onboarding with its interval, compared with ${onboardingPlan.targets.map(({ day, percent }) => `${percent}% at day ${day}`).join(', ')}.`,
      control: 'onboarding-curves',
    },
    {
      title: 'Differences',
      text: 'Differences of each group from the first on the target days, with intervals and counts.',
      control: 'onboarding-differences',
    },
    {
      title: 'Time to 50%',
      text: 'The share of each group that has not reached 50% yet, by days from go-live.',
      control: 'onboarding-time-to-half',
    },
  ],
  howItWorks: [
    {
      title: 'Small groups',
      blocks: [
        'Groups of fewer than five customers are hidden, and the page lists them. Groups below twenty have a warning.',
      ],
    },
    refreshSection(facts),
    {
      title: 'Definitions',
      blocks: [{ metrics: ['onboardingCurve', 'sameMix', 'onboardingFunnel', 'expectedScore'] }],
    },
  ],
  healthScoring: [scoreCalculationSection(facts), tierSection(facts), graceSection(facts)],
  keys: everywhere,
});
