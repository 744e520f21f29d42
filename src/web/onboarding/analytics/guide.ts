import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import {
  graceSection,
  refreshSection,
  scoreCalculationSection,
  tierSection,
} from '#web/ui/guide/scoring.ts';

export const onboardingAnalyticsGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'From kick-off to graduation',
      text: 'Customers that reached each step, dropped off or are still waiting, with the median days from go-live.',
      control: 'onboarding-funnel',
    },
    {
      title: 'First patient event',
      text: 'Share of customers that have not used a product yet, by days from go-live.',
      control: 'onboarding-first-use',
    },
    {
      title: 'Go-live months',
      text: 'Mean score and share at the target on days 30 to 180. Months that are too recent are blank.',
      control: 'onboarding-cohorts',
    },
    {
      title: 'Days lost by blocker',
      text: 'Blockers by the days lost.',
      control: 'onboarding-blockers',
    },
    {
      title: 'Retention',
      text: 'Retention after 12 months, for customers above and below a score of 50% at day 60, with intervals.',
      control: 'onboarding-retention',
    },
    {
      title: 'Owners',
      text: 'Customers in onboarding and mean pace by owner.',
      control: 'onboarding-owners',
    },
  ],
  howItWorks: [
    {
      title: 'Medians with unfinished cases',
      blocks: [
        'A customer that has not reached a step yet counts with its days so far. All medians are Kaplan–Meier medians over finished and unfinished cases, never averages of finished cases only.',
      ],
    },
    refreshSection(facts),
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
  healthScoring: [scoreCalculationSection(facts), tierSection(facts), graceSection(facts)],
  keys: everywhere,
});
