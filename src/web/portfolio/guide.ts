import { upsellChange } from '#shared/metrics/constants.ts';
import { portfolioFigures } from '#web/ui/guide/figures.ts';
import type { GuideMaker } from '#web/ui/guide/guide.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection, trendSection } from '#web/ui/guide/scoring.ts';

export const portfolioGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Scope',
      text: 'All customers, your own (those whose owner in the CRM has your name), or those of a saved view. Every figure of the page follows, and the address keeps it.',
      control: 'portfolio-scope',
    },
    {
      title: 'Key figures',
      text: 'Customers, average score, at risk and tier changes of the last official week. Under each is its change since the week before. The “i” beside a figure defines it; the figure itself opens the rows behind it.',
      control: 'portfolio-figures',
    },
    {
      title: 'Tier movement',
      text: 'How many customers went from which tier to which since the week before. A cell opens its customers.',
      control: 'portfolio-movement',
    },
    {
      title: 'Tiers over 26 weeks',
      text: 'How many customers stood in each tier, official week by official week, with the numbers in a table behind.',
      control: 'portfolio-trend',
    },
    {
      title: 'Heat map',
      text: 'The share of customers below Medium with each product in each size tier: where usage is weak, and for whom. A number opens these customers.',
      control: 'portfolio-heat-map',
    },
    {
      title: 'Movers',
      text: 'The customers that rose and fell most against their peers, each with the reason in one line. What came of products and locations that were added or removed counts when you switch it on.',
      control: 'portfolio-movers',
    },
    {
      title: 'Ready to expand',
      text: `Healthy customers whose score rose by more than ${upsellChange} points: a good moment to talk about further products. Each is listed with the products it lacks and how many peers of its size use them.`,
      control: 'portfolio-expansions',
    },
    {
      title: 'List of customers',
      text: 'Sort, filter, choose columns, save the view, export it. The address holds the whole state, so a link shows the same list.',
      control: 'portfolio-list',
    },
    {
      title: 'Weekly comparison',
      text: 'Any two official weeks held against each other.',
      control: 'portfolio-comparison',
    },
    {
      title: 'Compared weeks',
      text: 'The two weeks, by the Saturday they end on. Weeks in which the peers’ median itself fell are marked as season.',
      control: 'comparison-weeks',
    },
    {
      title: 'Same customers only',
      text: 'On, only customers with a score in both weeks count, so that new customers and lost ones do not pass for a trend. Off, all customers count, and the page says what new and churned ones did.',
      control: 'comparison-same',
    },
    {
      title: 'Why the average moved',
      text: 'From one week’s average to the other’s, cause by cause; the causes sum to the change.',
      control: 'comparison-waterfall',
    },
    {
      title: 'Tier changes',
      text: 'Who went from which tier to which between the two weeks. A number opens its customers.',
      control: 'comparison-tiers',
    },
    {
      title: 'Products compared',
      text: `The median score, the usage and the benchmark of each product in both weeks. A change that the later week’s rules call flat (now ±${facts.rules.flatBand}%) is grey: it says nothing.`,
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
        'All figures are of the customers there are today, as they stood in the last official week, Sunday to Saturday, against the official week before. A closed week never changes, and keeps the rules it was made with. The weekly comparison counts whoever was a customer in its weeks.',
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
