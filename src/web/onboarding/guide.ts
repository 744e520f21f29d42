import { newCustomerMonths } from '#shared/health/constants.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { onboardingGuideFigures } from '#web/ui/guide/figures.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';
import { findScheduleCron, scheduleText } from '#web/ui/guide/times.ts';

const targetTexts = onboardingDaysAndTargets.targets.map(
  ({ day, percent }) => `${percent}% at ${day} days`,
);

export const createOnboardingGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Figures at the top',
      text: 'The number of customers in onboarding, on track and stuck; the average day of onboarding; and the days until a product is first used. Click a number to see its customers in the list.',
      control: 'onboarding-figures',
    },
    {
      title: 'Progress against target',
      text: `Each mark is a customer in its first ${onboardingDaysAndTargets.days} days, placed by day and score. The line is the expected score: ${targetTexts.join(', ')}. “As of” shows a past week as it was recorded.`,
      control: 'onboarding-progress',
    },
    {
      title: 'Checkpoints',
      text: 'For each checkpoint: of the customers that passed its day in the last 90 days, the share that had reached the checkpoint’s target score by then.',
      control: 'onboarding-checkpoints',
    },
    {
      title: 'The list',
      text: 'Day, pace, next checkpoint, blocker, products used and milestones of each customer. “Ended” lists customers that graduated, timed out or left. “All” also lists customers in onboarding. Click a row to open the customer’s details.',
      control: 'onboarding-list',
    },
    {
      title: 'Milestones, blocker, pause, extend, graduate, hand over',
      text: 'Use a row’s menu, a keyboard shortcut on the row, or the buttons for all selected customers. Each action appears on the customer’s timeline. A milestone is completed automatically when the data proves it, and then shows the proof.',
      control: 'onboarding-list',
    },
  ],
  howItWorks: [
    {
      title: 'Onboarding and its targets',
      blocks: [
        `Onboarding lasts ${onboardingDaysAndTargets.days} days from go-live. The targets for the adoption score are:`,
        { list: targetTexts.map((text) => `${text}.`) },
        { figures: onboardingGuideFigures },
      ],
    },
    {
      title: 'Three periods',
      blocks: [
        {
          list: [
            `${onboardingDaysAndTargets.days} days: the customer is in onboarding and listed here.`,
            `${facts.rules.graceDays} days: the customer is in grace and never at risk.`,
            `Under ${newCustomerMonths} months: the summary in the customer’s details calls the customer new.`,
          ],
        },
      ],
    },
    {
      title: 'When onboarding progress is refreshed',
      blocks: [
        `Onboarding progress is refreshed ${scheduleText(facts, findScheduleCron(facts, 'onboarding.refresh'))}. Usage and scores on other pages have their own schedules.`,
      ],
    },
    createRefreshTimesSection(facts),
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: [
            'onboardingDay',
            'expectedScore',
            'onboardingPace',
            'onboardingState',
            'onTrackShare',
            'checkpointsReached',
            'timeToFirstUse',
            'onboardingBlocker',
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
  keys: [...globalKeys, ...listKeys],
});
