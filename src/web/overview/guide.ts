import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { graceSection, refreshSection, tierSection } from '#web/ui/guide/scoring.ts';

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
    'peers',
    'quartiles',
    'peerPlace',
    'locationUsage',
    'quietLocation',
    'locationCount',
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
      id: 'customer-actions',
      label: 'Actions',
      does: 'Add a task or a note, give the customer to a colleague, or snooze it. Everything done is on the timeline.',
    },
    {
      id: 'prep-sheet',
      label: 'Prep sheet',
      does: 'One page to print before a call: the score and why, products, open tasks and tickets, the last notes, who to ask for, and three things to talk about, chosen by rule from the data.',
    },
    {
      id: 'share-insights',
      label: 'Share insights',
      does: 'A page that the practice reads of itself: its four weeks, how similar practices do, and one thing to try. A link opens it until it expires or is revoked, and you see how often it was opened.',
    },
    { id: 'customer-tabs', label: 'Tabs', does: 'Each tab has its own link.' },
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
    { id: 'narrative', label: 'Summary', does: 'The customer in a few sentences: how long it has been with us, what it uses, its trend.' },
    {
      id: 'products',
      label: 'Products',
      does: 'Each product’s usage before and now, its score against peers and its target. Recalls and Waitlist are part of Online Booking.',
    },
    {
      id: 'improvements',
      label: 'What would raise the score',
      does: 'The cheapest steps to the next tier, in uses per 28 days and per open day.',
    },
    {
      id: 'way-to-healthy',
      label: 'Path to Healthy',
      does: 'The products that reach Healthy together with the fewest extra uses, and a text about it that a customer may read, to copy.',
    },
    {
      id: 'score-history',
      label: 'Score history',
      does: 'The score of 13, 26 or 52 official weeks over the tiers. What happened is pinned under its week: notes, tasks done, outcomes, changes of owner and tier. The dotted end is the running week.',
    },
    {
      id: 'usage-products',
      label: 'Usage by product',
      does: 'Each product week by week: the customer’s line over the typical range of its peers and their median.',
    },
    {
      id: 'quiet-locations',
      label: 'Locations that went quiet',
      does: 'Locations that stopped using everything, and those whose feed no longer reports.',
    },
    { id: 'usage-locations', label: 'Usage by location', does: 'What each location used in 28 days, against the 28 days before.' },
    {
      id: 'benchmark-places',
      label: 'Benchmarks',
      does: 'Each product beside the median and the typical range of its peers, who these peers are, and the customer’s rank.',
    },
    {
      id: 'timeline',
      label: 'Timeline',
      does: 'Everything that happened, newest first: notes, tasks, outcomes, scores, tickets, owners. Search finds words in all of it.',
    },
    { id: 'work', label: 'Work', does: 'The tasks of this customer, by due day; for one at risk also what was found.' },
    { id: 'tickets', label: 'Tickets', does: 'The support tickets that the CRM knows: open ones first, each with its state and age.' },
    { id: 'owner', label: 'Owner', does: 'Who owns the customer, and which pipeline its deal is in.' },
    { id: 'book-online', label: 'Book Online', does: 'Opens the practice’s own booking page, as a patient sees it.' },
    {
      id: 'comparison-weeks',
      label: 'Weekly comparison',
      does: 'Any two official weeks of this customer: why its score moved, cause by cause, and how its products and its peers changed.',
    },
    {
      id: 'locations',
      label: 'Locations',
      does: 'Every location with its address, phone, EHR and booking page, and whether anything is used there.',
    },
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
