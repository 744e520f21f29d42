import { newCustomerMonths } from '#shared/health/constants.ts';
import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { onboardingFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import {
  graceSection,
  refreshSection,
  scoreCalculationSection,
  tierSection,
} from '#web/ui/guide/scoring.ts';
import { scheduleCron, timeText } from '#web/ui/guide/times.ts';

const targetTexts = onboardingPlan.targets.map(({ day, percent }) => `${percent}% at ${day} days`);

export const onboardingGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Figures at the top',
      text: 'Customers in onboarding, on track and stuck, the average day of onboarding, and the time to first use of products. Click a number to see its customers in the list.',
      control: 'onboarding-figures',
    },
    {
      title: 'Progress against target',
      text: `Every customer in its first ${onboardingPlan.days} days as a mark by day and score, with a line for the expected score: ${targetTexts.join(', ')}. “As of” shows any past day as it was recorded.`,
      control: 'onboarding-progress',
    },
    {
      title: 'Checkpoints',
      text: 'Customers that had reached the target, of all customers that recently passed a checkpoint.',
      control: 'onboarding-checkpoints',
    },
    {
      title: 'The list',
      text: 'Day, pace, next checkpoint, blocker with its age, products used and milestones of each customer. “Ended” has customers that graduated, timed out or left, and “All” also includes customers in onboarding. A row opens the customer’s details.',
      control: 'onboarding-list',
    },
    {
      title: 'Milestones, blocker, pause, extend, graduate, hand over',
      text: 'Use the menu at the end of a row, a key on the row, or the buttons for all selected customers. Each action appears on the customer’s timeline. Milestones proven by data are completed automatically and show the proof.',
      control: 'onboarding-list',
    },
  ],
  howItWorks: [
    {
      title: 'Onboarding and its targets',
      blocks: [
        `Onboarding lasts ${onboardingPlan.days} days from go-live. The targets for the adoption score are:`,
        { list: targetTexts.map((text) => `${text}.`) },
        { figures: onboardingFigures },
      ],
    },
    {
      title: 'Three periods',
      blocks: [
        {
          list: [
            `${onboardingPlan.days} days: the customer is in onboarding and listed here.`,
            `${facts.rules.graceDays} days: the customer is in grace and never at risk.`,
            `Under ${newCustomerMonths} months: the summary in the customer’s details calls it new.`,
          ],
        },
      ],
    },
    {
      title: 'When onboarding progress is refreshed',
      blocks: [
        `Onboarding progress is refreshed ${timeText(facts, scheduleCron(facts, 'onboarding.refresh'))}. Usage and scores on other pages have their own schedules.`,
      ],
    },
    refreshSection(facts),
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
  healthScoring: [scoreCalculationSection(facts), tierSection(facts), graceSection(facts)],
  keys: [...everywhere, ...listKeys],
});
