import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { newCustomerMonths } from '#shared/metrics/constants.ts';
import { onboardingFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection } from '#web/ui/guide/scoring.ts';
import { cronOf, timeText } from '#web/ui/guide/times.ts';

const targetTexts = onboardingPlan.targets.map(({ day, percent }) => `${percent}% at ${day} days`);

export const onboardingGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Figures at the top',
      text: 'How many are in onboarding, on track and stuck, how old they are on average, and how long products wait for their first use. A number opens its rows in the list.',
      control: 'onboarding-figures',
    },
    {
      title: 'Progress against target',
      text: `Every customer in its first ${onboardingPlan.days} days as a mark by day and score, beside the line of what is expected: ${targetTexts.join(', ')}. “As of” shows any past day as it was recorded.`,
      control: 'onboarding-progress',
    },
    {
      title: 'Checkpoints',
      text: 'Of the customers that recently passed a checkpoint, how many had reached its target.',
      control: 'onboarding-checkpoints',
    },
    {
      title: 'The list',
      text: 'Day, pace, next checkpoint, blocker with its age, products used and milestones of each customer. “Ended” has those that graduated, timed out or left, and “All” has both. A row opens the customer’s details.',
      control: 'onboarding-list',
    },
    {
      title: 'Milestones, blocker, pause, extend, graduate, hand over',
      text: 'From the menu at the end of a row, by a key on it, or for all selected customers together. Each goes on the customer’s timeline. Milestones that data proves tick themselves and name the proof.',
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
      title: 'Three spans of time',
      blocks: [
        {
          list: [
            `${onboardingPlan.days} days: the customer is being onboarded, and shown here.`,
            `${facts.rules.graceDays} days: the customer is in grace, and never at risk.`,
            `Under ${newCustomerMonths} months: the summary of its details calls it new.`,
          ],
        },
      ],
    },
    {
      title: 'When onboarding progress is refreshed',
      blocks: [
        `Onboarding progress is refreshed ${timeText(facts, cronOf(facts, 'onboarding.refresh'))}. Usage and scores on other pages have their own schedules.`,
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
  healthScoring: [howScoresAreMade(facts), tierSection(facts), graceSection(facts)],
  keys: [...everywhere, ...listKeys],
});
