import { upsellChange } from '#shared/narrative.ts';
import type { GuideMaker } from '../guide.ts';
import { portfolioFigures } from './figures.ts';
import { everywhere, listKeys } from './keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection, trendSection } from './scoring.ts';

export const portfolioGuide: GuideMaker = (facts) => ({
  features: [
    {
      title: 'Key figures',
      text: 'Customers, average score, at risk and tier changes of the last official week. The “i” beside a figure defines it; the figure itself opens the rows behind it.',
      control: 'portfolio-figures',
    },
    {
      title: 'Tier movement',
      text: 'How many customers went from which tier to which since the week before. A cell opens its customers.',
      control: 'portfolio-movement',
    },
    {
      title: 'Heat map',
      text: 'The median score of each product in each size tier: where usage is weak, and for whom.',
      control: 'portfolio-heat-map',
    },
    {
      title: 'Movers',
      text: 'The customers that rose and fell most against their peers, each with the reason in one line.',
      control: 'portfolio-movers',
    },
    {
      title: 'Ready to expand',
      text: `Healthy customers whose score rose by more than ${upsellChange} points: a good moment to talk about further products.`,
      control: 'portfolio-figures',
    },
    {
      title: 'List of customers',
      text: 'Sort, filter, choose columns, save the view, export it. The address holds the whole state, so a link shows the same list.',
      control: 'portfolio-list',
    },
  ],
  howItWorks: [
    {
      title: 'What is compared',
      blocks: [
        'All figures are those of the last official week, Sunday to Saturday, against the official week before. A closed week never changes, and keeps the rules it was made with.',
        { figures: portfolioFigures },
      ],
    },
    refreshSection(facts),
    { title: 'Definitions', blocks: [{ metrics: ['averageScore', 'tierMovement', 'relativeChange', 'expansion'] }] },
  ],
  healthScoring: [howScoresAreMade(facts), tierSection(facts), graceSection(facts), trendSection(facts)],
  keys: [...everywhere, ...listKeys],
});
