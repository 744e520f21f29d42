import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection } from '#web/ui/guide/scoring.ts';

export const onboardingAnalyticsGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'From kick-off to graduation',
      text: 'How many reached each step, who dropped off and who still waits, with the median days from go-live.',
      control: 'onboarding-funnel',
    },
    {
      title: 'First patient event',
      text: 'The share that has not used a product yet, by days from go-live.',
      control: 'onboarding-first-use',
    },
    {
      title: 'Go-live months',
      text: 'The mean score and the share at the target on days 30 to 180. A month that is too recent is blank.',
      control: 'onboarding-cohorts',
    },
    {
      title: 'Days lost by blocker',
      text: 'What blocked customers, by the days lost.',
      control: 'onboarding-blockers',
    },
    {
      title: 'Who stays',
      text: 'Retention after 12 months by whether the score had reached 50% at day 60, with intervals.',
      control: 'onboarding-retention',
    },
    { title: 'Owners', text: 'How many each owner has in onboarding, and their mean pace.', control: 'onboarding-owners' },
  ],
  howItWorks: [
    {
      title: 'Medians with unfinished cases',
      blocks: [
        'A customer that has not reached a step yet still counts: it needs at least its days so far. All medians are Kaplan–Meier medians over finished and unfinished cases, never averages of the finished ones alone.',
      ],
    },
    refreshSection(facts),
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: ['onboardingFunnel', 'timeToFirstUse', 'onboardingCohort', 'onboardingBlocker', 'onboardingRetention', 'onboardingPace'],
        },
      ],
    },
  ],
  healthScoring: [howScoresAreMade(facts), tierSection(facts), graceSection(facts)],
  keys: everywhere,
});
