import { minimumUpsellScoreRise } from '#shared/health/constants.ts';
import { portfolioGuideFigures } from '#web/ui/guide/figures.ts';
import type { GuideFactory } from '#web/ui/guide/guide.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createScoreTrendSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createPortfolioGuide: GuideFactory = (facts) => ({
  features: [
    {
      title: 'Scope',
      text: 'All customers, the customers you own in the CRM, or the customers of a saved view. Every figure on the page uses this scope, and the page’s link keeps it.',
      control: 'portfolio-scope',
    },
    {
      title: 'Key figures',
      text: 'Number of customers, average score, customers at risk and tier changes in the last official week. Below each figure is its change since the previous week. The “i” beside a figure explains it. Click a figure to see its customers.',
      control: 'portfolio-figures',
    },
    {
      title: 'Tier movement',
      text: 'Number of customers that moved between tiers since the previous week. Click a cell to see its customers.',
      control: 'portfolio-movement',
    },
    {
      title: 'Tiers over 26 weeks',
      text: 'Number of customers in each tier by week, as a chart and a table.',
      control: 'portfolio-trend',
    },
    {
      title: 'Heat map',
      text: 'Share of customers in each size tier whose score for a product is below Medium. Click a number to see the customers.',
      control: 'portfolio-heat-map',
    },
    {
      title: 'Movers',
      text: 'Customers whose score rose or fell most relative to their peers, with the reason. Changes caused by added or removed products and locations are left out unless you include them.',
      control: 'portfolio-movers',
    },
    {
      title: 'Ready to expand',
      text: `Healthy customers whose score rose by more than ${minimumUpsellScoreRise} points, which makes it a good moment to offer more products. For each customer, you see the products it lacks and how many customers of the same size use them.`,
      control: 'portfolio-expansions',
    },
    {
      title: 'List of customers',
      text: 'Sort, filter, choose columns, save the view or export. The page’s link keeps these settings, so you can share the list.',
      control: 'portfolio-list',
    },
    {
      title: 'Weekly comparison',
      text: 'Compare any two official weeks.',
      control: 'portfolio-comparison',
    },
    {
      title: 'Compared weeks',
      text: 'Choose two weeks by the Saturday on which they end. Weeks in which all peers’ usage dropped are marked as seasonal.',
      control: 'comparison-weeks',
    },
    {
      title: 'Same customers only',
      text: 'When this is on, only customers with a score in both weeks count, so that new and lost customers don’t look like a trend. When it’s off, all customers count, and the page shows the effect of new and lost customers.',
      control: 'comparison-same',
    },
    {
      title: 'Causes of the change',
      text: 'The change of the average score between the two weeks, split by cause. The causes add up to the change.',
      control: 'comparison-waterfall',
    },
    {
      title: 'Tier changes',
      text: 'Customers that moved between tiers from the earlier week to the later week. Click a number to see its customers.',
      control: 'comparison-tiers',
    },
    {
      title: 'Products compared',
      text: `The median score, usage and benchmark of each product in both weeks. Gray marks a flat change, currently within ±${facts.rules.flatBand}%.`,
      control: 'comparison-products',
    },
    {
      title: 'Compared customers',
      text: 'Every customer of the two weeks with both scores and the causes of its change. You can sort, filter and export the list.',
      control: 'comparison-list',
    },
  ],
  howItWorks: [
    {
      title: 'Compared data',
      blocks: [
        'All figures count only today’s customers. They show these customers’ values in the last official week (Sunday to Saturday), compared with the previous week. A closed week never changes. The weekly comparison covers all customers of its two weeks.',
        { figures: portfolioGuideFigures },
      ],
    },
    createRefreshTimesSection(facts),
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
  healthScoring: [
    createScoreCalculationSection(facts),
    createTierSection(facts),
    createGracePeriodSection(facts),
    createScoreTrendSection(facts),
  ],
  keys: [...globalKeys, ...listKeys],
});
