import { guideFromRegistry } from '../from-registry.ts';
import { everywhere } from './keys.ts';
import { graceSection, refreshSection, tierSection } from './scoring.ts';

export const institutionGuide = guideFromRegistry({
  metrics: [
    'adoptionScore',
    'scoreChange',
    'scoreChangeCauses',
    'averageCauses',
    'season',
    'provisionalScore',
    'healthTier',
    'sizeTier',
    'usage',
    'previousUsage',
    'usageChange',
    'productScore',
    'benchmark',
    'target',
    'improvement',
    'grace',
    'weeksAtRisk',
    'weeksDeclining',
    'weeksImproving',
    'notActive',
    'tickets',
    'tenure',
    'scoresFreshness',
    'usageFreshness',
    'benchmarksFreshness',
  ],
  controls: [
    {
      id: 'score',
      label: 'Score',
      does: 'The adoption score of the last official week, its change, the running week so far, and why it moved in one sentence.',
    },
    {
      id: 'health-badges',
      label: 'Badges',
      does: 'Health tier, size tier, and what is unusual: grace, weeks at risk, declining or improving, no activity, tickets.',
    },
    {
      id: 'freshness',
      label: 'Freshness',
      does: 'When scores, usage and benchmarks were last made. Amber is older than twice the promised interval.',
    },
    { id: 'narrative', label: 'Summary', does: 'The customer in a few sentences: how long it has been one, what it uses, its trend.' },
    {
      id: 'products',
      label: 'Products',
      does: 'Each product’s usage before and now, its score against peers and its target. Recalls and Waitlist are part of Online Booking.',
    },
    { id: 'improvements', label: 'What would move it', does: 'The cheapest steps to the next tier, in uses per 28 days and per open day.' },
    { id: 'owner', label: 'Owner', does: 'Who looks after the customer, and in which pipeline its deal stands.' },
    { id: 'book-online', label: 'Book Online', does: 'Opens the practice’s own booking page, as a patient sees it.' },
    {
      id: 'comparison-weeks',
      label: 'Weekly comparison',
      does: 'Any two official weeks of this customer: why its score moved, cause by cause, and how its products and its peers changed.',
    },
    { id: 'locations', label: 'Locations', does: 'Every location with its address and EHR.' },
  ],
  keys: everywhere,
  howItWorks: (facts) => [
    {
      title: 'Where the figures come from',
      blocks: [
        'Scores and tiers are those of the last official week. Name, website, phone, rating and reviews come from the places directory; the owner comes from the CRM.',
      ],
    },
    refreshSection(facts),
  ],
  scoring: (facts) => [tierSection(facts), graceSection(facts)],
});
