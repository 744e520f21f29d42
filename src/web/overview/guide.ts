import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createInstitutionGuide = createGuideFactory({
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
      does: 'Add a task or note, assign the customer to a colleague, or snooze the customer. Every action appears on the timeline.',
    },
    {
      id: 'visit-plan',
      label: 'Plan visits',
      does: '“Add to visits” in a customer’s dialog selects the customer. The plan orders all selected customers by driving. “Clear visits” empties the selection.',
    },
    {
      id: 'prep-sheet',
      label: 'Prep sheet',
      does: 'One page to print before a call: the score and its causes, products, open tasks and tickets, recent notes, contacts, and three talking points selected by rules. For a customer that has given notice, it says why the customer leaves, what was promised and what won similar customers back.',
    },
    {
      id: 'customer-notice',
      label: 'Notice',
      does: 'When and why the customer gave notice, and who tries to keep it until when. Until a save attempt is recorded, the customer’s renewal counts as Lost.',
    },
    {
      id: 'share-insights',
      label: 'Share insights',
      does: 'Create a link to a page for the practice with its last four weeks, a comparison with similar practices, and one thing to try. The link works until it expires or you revoke it. You can see how often it was opened.',
    },
    {
      id: 'customer-tabs',
      label: 'Tabs',
      does: 'The parts of the overview. Each tab has its own link.',
    },
    {
      id: 'score',
      label: 'Score',
      does: 'The adoption score of the last official week, its change with the causes, and the provisional score of the current week.',
    },
    {
      id: 'health-badges',
      label: 'Badges',
      does: 'Badges show the health tier, the size tier and anything unusual: grace, weeks at risk, a declining or improving score, no activity, open tickets.',
    },
    {
      id: 'freshness',
      label: 'Freshness',
      does: 'When scores, usage and benchmarks were last updated. Amber means that the figure is older than twice its refresh interval.',
    },
    {
      id: 'narrative',
      label: 'Summary',
      does: 'A short summary of the customer: tenure, products in use and trend.',
    },
    {
      id: 'products',
      label: 'Products',
      does: 'Each product’s previous and current usage, its score compared with peers and its target. Recalls and Waitlist are part of Online Booking.',
    },
    {
      id: 'improvements',
      label: 'What would raise the score',
      does: 'The extra usage that raises a product to its next tier, as a total for 28 days and per open day. The smallest step comes first.',
    },
    {
      id: 'way-to-healthy',
      label: 'Path to Healthy',
      does: 'The smallest increases in product usage that would bring the customer to Healthy. You can copy a text about these products for the customer.',
    },
    {
      id: 'score-history',
      label: 'Score history',
      does: 'The score of the last 13, 26 or 52 official weeks. Pins mark weeks with events: notes, completed tasks, outcomes, changes of owner and tier. The dotted end is the provisional score of the current week.',
    },
    {
      id: 'usage-products',
      label: 'Usage by product',
      does: 'Weekly usage of each product, with the peers’ typical range and median.',
    },
    {
      id: 'quiet-locations',
      label: 'Locations that went quiet',
      does: 'Locations that stopped using all products, and locations with a silent connection.',
    },
    {
      id: 'usage-locations',
      label: 'Usage by location',
      does: 'Usage of each location in the last 28 days, compared with the 28 days before.',
    },
    {
      id: 'benchmark-places',
      label: 'Benchmarks',
      does: 'Usage of each product compared with the peers’ median and typical range, the peer group, and the customer’s rank.',
    },
    {
      id: 'timeline',
      label: 'Timeline',
      does: 'All events of the customer, newest first: notes, tasks, outcomes, scores, tickets and changes of owner. You can search all of them.',
    },
    {
      id: 'work',
      label: 'Work',
      does: 'This customer’s tasks by due date. For an at-risk customer, also the outcome of its risk case.',
    },
    {
      id: 'tickets',
      label: 'Tickets',
      does: 'Support tickets from the CRM with status and age. Open tickets come first.',
    },
    {
      id: 'owner',
      label: 'Owner',
      does: 'The customer’s owner, and the pipeline of its deal in the CRM.',
    },
    {
      id: 'book-online',
      label: 'Book Online',
      does: 'Opens the practice’s booking page as patients see it.',
    },
    {
      id: 'comparison-weeks',
      label: 'Weekly comparison',
      does: 'Compares two official weeks of this customer: the causes of the score change, and changes of products and peers.',
    },
    {
      id: 'locations',
      label: 'Locations',
      does: 'Every location with its address, phone, EHR, booking page and current activity.',
    },
  ],
  keys: globalKeys,
  howItWorks: (facts) => [
    {
      title: 'Data sources',
      blocks: [
        'Scores and tiers are from the last official week. Name, website, phone, rating and reviews come from the places directory. The owner comes from the CRM.',
      ],
    },
    createRefreshTimesSection(facts),
  ],
  scoring: (facts) => [createTierSection(facts), createGracePeriodSection(facts)],
});
