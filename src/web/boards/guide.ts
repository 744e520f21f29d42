import { benchmarkWeeks, loggedChange } from '#shared/metrics/constants.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere } from '#web/ui/guide/keys.ts';
import { graceSection, howScoresAreMade, refreshSection, tierSection } from '#web/ui/guide/scoring.ts';

export const dashboardGuide = guideFromRegistry({
  metrics: [
    'customers',
    'averageScore',
    'healthTier',
    'atRisk',
    'atRiskShare',
    'expansion',
    'benchmark',
    'quartiles',
    'peers',
    'comparedWith',
    'benchmarkChange',
    'benchmarkCause',
    'percentile',
  ],
  controls: [
    {
      id: 'dashboard-tabs',
      label: 'Tabs',
      does: 'Customers: boards of figures, trends, tables and maps. Benchmarks: what every score is compared with.',
    },
    {
      id: 'board-menu',
      label: 'Boards',
      does: 'Three boards to start from, Health, Growth and Watch, and copies of your own, which you rename, edit and delete. Nobody else sees yours.',
    },
    {
      id: 'own-scope',
      label: 'My customers',
      does: 'Only customers whose owner in the CRM has your name. The choice is remembered, and the portfolio and the queue follow it.',
    },
    {
      id: 'board-filters',
      label: 'Filters',
      does: 'Hold for every widget of the board, and stand in the address, so that a link shows the same.',
    },
    { id: 'board-weeks', label: 'Weeks', does: 'How far back the trends go.' },
    {
      id: 'board-widgets',
      label: 'Widgets',
      does: 'Every figure opens the customers behind it. While you edit your board, each widget can be moved earlier or later, or removed, also by keyboard.',
    },
    {
      id: 'benchmark-table',
      label: 'Benchmarks',
      does: `The median of every product in every size tier, the typical range of the peers, and the change against ${benchmarkWeeks.compared} weeks ago. The median opens the spread of its group.`,
    },
    {
      id: 'benchmark-distribution',
      label: 'Spread',
      does: 'How the peers spread around the benchmark. Choose a customer to mark it among its own peers, or among another size tier.',
    },
    {
      id: 'benchmark-log',
      label: 'Log of changes',
      does: `Every week in which a benchmark moved by ${loggedChange}% or more, with the cause: usage, members, peer level or rules.`,
    },
  ],
  keys: everywhere,
  howItWorks: (facts) => [
    {
      title: 'What a board shows',
      blocks: [
        'All widgets tell of today’s customers as the last official week judged them; trends follow the same customers back through their official weeks. Customers that have left are in none of them.',
        'An average or a share of fewer than five customers is not told.',
      ],
    },
    {
      title: 'What a benchmark is',
      blocks: [
        'The benchmark of a product is the median of the peers’ 28-day usage, per location for most products. A closed week keeps the benchmarks it was scored with.',
        `A size tier with fewer than ${facts.rules.minimumPeers} peers has no benchmark of its own: it is compared with all customers, and the table says so.`,
      ],
    },
    refreshSection(facts),
  ],
  scoring: (facts) => [howScoresAreMade(facts), tierSection(facts), graceSection(facts)],
});
