import { upsellChange } from '#shared/metrics/constants.ts';
import { portfolioFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection, trendSection } from '#web/ui/guide/scoring.ts';

export const portfolioGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Scope',
      text: 'All customers, the ones you own in the CRM, or those of a saved view. Every figure on the page follows, and the link keeps it.',
      control: 'portfolio-scope',
    },
    {
      title: 'Key figures',
      text: 'Customers, average score, at risk and tier changes of the last official week. Under each is its change since the week before. The “i” beside a figure explains it. Click the figure to see the customers behind it.',
      control: 'portfolio-figures',
    },
    {
      title: 'Tier movement',
      text: 'How many customers went from which tier to which since the week before. Click a cell to see its customers.',
      control: 'portfolio-movement',
    },
    {
      title: 'Tiers over 26 weeks',
      text: 'How many customers were in each tier, week by week, with the numbers in a table.',
      control: 'portfolio-trend',
    },
    {
      title: 'Heat map',
      text: 'The share of customers below Medium with each product in each size tier: where usage is weak, and for whom. Click a number to see the customers.',
      control: 'portfolio-heat-map',
    },
    {
      title: 'Movers',
      text: 'The customers that rose and fell most against their peers, each with the reason in one line. Changes from products and locations that were added or removed are left out unless you switch them on.',
      control: 'portfolio-movers',
    },
    {
      title: 'Ready to expand',
      text: `Healthy customers whose score rose by more than ${upsellChange} points: a good moment to talk about more products. Each is listed with the products it lacks and how many customers of its size use them.`,
      control: 'portfolio-expansions',
    },
    {
      title: 'List of customers',
      text: 'Sort, filter, choose columns, save the view, export. The link keeps all of it, so others see the same list.',
      control: 'portfolio-list',
    },
    {
      title: 'Weekly comparison',
      text: 'Compare any two official weeks.',
      control: 'portfolio-comparison',
    },
    {
      title: 'Compared weeks',
      text: 'The two weeks, by the Saturday they end on. Weeks in which peers as a whole used less are marked as season.',
      control: 'comparison-weeks',
    },
    {
      title: 'Same customers only',
      text: 'On: only customers with a score in both weeks count, so that new and lost customers do not look like a trend. Off: all count, and the page says what new and churned customers changed.',
      control: 'comparison-same',
    },
    {
      title: 'Why the average moved',
      text: 'From one average to the other, cause by cause. The causes add up to the change.',
      control: 'comparison-waterfall',
    },
    {
      title: 'Tier changes',
      text: 'Who went from which tier to which between the two weeks. Click a number to see its customers.',
      control: 'comparison-tiers',
    },
    {
      title: 'Products compared',
      text: `The median score, the usage and the benchmark of each product in both weeks. Grey means flat: a change too small to count (now within ±${facts.rules.flatBand}%).`,
      control: 'comparison-products',
    },
    {
      title: 'Compared customers',
      text: 'Every customer of the two weeks with both scores and the causes of its change, to sort, filter and export.',
      control: 'comparison-list',
    },
  ],
  howItWorks: [
    {
      title: 'What is compared',
      blocks: [
        'All figures are about today’s customers in the last official week, Sunday to Saturday, against the week before. A closed week never changes. The weekly comparison counts everyone who was a customer in its weeks.',
        { figures: portfolioFigures },
      ],
    },
    refreshSection(facts),
    {
      title: 'Definitions',
      blocks: [
        {
          metrics: [
            'customers',
            'averageScore',
            'tierMovement',
            'relativeChange',
            'tierTrend',
            'expansion',
            'peersUsing',
            'averageCauses',
            'season',
          ],
        },
      ],
    },
  ],
  healthScoring: [howScoresAreMade(facts), tierSection(facts), graceSection(facts), trendSection(facts)],
  keys: [...everywhere, ...listKeys],
});
