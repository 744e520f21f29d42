import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createOnboardingAnalyticsGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'From kick-off to graduation',
      text: 'For each step: customers that reached it, dropped off before it or are still waiting, with the median days from go-live.',
      control: 'onboarding-funnel',
    },
    {
      title: 'Not live with patients yet',
      text: 'Share of customers that have not used a product yet, by days from go-live.',
      control: 'onboarding-first-use',
    },
    {
      title: 'Go-live months',
      text: 'Mean score, and share of customers at the target, on days 30 to 180. Months that are too recent are blank.',
      control: 'onboarding-cohorts',
    },
    {
      title: 'Days lost by blocker',
      text: 'Onboarding blockers by the number of days lost.',
      control: 'onboarding-blockers',
    },
    {
      title: 'Retention',
      text: 'Share of customers that stayed 12 months, for customers above and below a score of 50% at day 60, with 95% intervals.',
      control: 'onboarding-retention',
    },
    {
      title: 'Owners',
      text: 'Number of customers in onboarding, and their mean pace, by owner.',
      control: 'onboarding-owners',
    },
  ],
  howItWorks: [
    {
      title: 'Medians with unfinished cases',
      blocks: [
        'Medians of days include customers that have not reached a step yet: each counts as still waiting since its go-live (Kaplan–Meier median). An average of only the customers that reached the step would be too short.',
      ],
    },
    createRefreshTimesSection(facts),
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: [
            'onboardingFunnel',
            'timeToFirstUse',
            'onboardingCohort',
            'onboardingBlocker',
            'onboardingRetention',
            'onboardingPace',
          ],
        },
      ],
    },
  ],
  healthScoring: [
    createScoreCalculationSection(facts),
    createTierSection(facts),
    createGracePeriodSection(facts),
  ],
  keys: globalKeys,
});
