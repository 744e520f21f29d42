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
      title: 'Board of new customers',
      text: `Everyone in the first ${onboardingPlan.days} days after go-live, by how far along they are.`,
      control: 'onboarding-board',
    },
    {
      title: 'Progress against target',
      text: `The adoption score beside what it should be by now: ${targetTexts.join(', ')}.`,
      control: 'onboarding-progress',
    },
    {
      title: 'Products not started',
      text: 'Products that were sold and have not been used yet.',
      control: 'onboarding-products',
    },
    {
      title: 'Comparison',
      text: 'How groups of customers that started at different times did at the same age.',
      control: 'onboarding-comparison',
    },
    {
      title: 'Details of a customer',
      text: 'A row opens the customer’s details: products, score, and what would move it.',
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
        `Onboarding progress is refreshed ${timeText(facts, cronOf(facts, 'onboarding.refresh'))}. It has a schedule of its own: the usage and the scores behind other pages keep theirs.`,
      ],
    },
    refreshSection(facts),
  ],
  healthScoring: [howScoresAreMade(facts), tierSection(facts), graceSection(facts)],
  keys: [...everywhere, ...listKeys],
});
