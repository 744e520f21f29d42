import {
  benchmarkComparedAndLoggedWeeks,
  minimumLoggedChangePercent,
} from '#shared/benchmarks/constants.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createDashboardGuide = createGuideFactory({
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
      does: 'Customers: boards of figures, trends, tables and maps. Benchmarks: the peer medians behind every score.',
    },
    {
      id: 'board-menu',
      label: 'Boards',
      does: 'Three ready-made boards (Health, Growth and Watch) and your own copies of boards, which you can rename, edit and delete. You can start with a blank board, export a board as CSV or as a picture, and share your board: everyone who is signed in can then open it by its link.',
    },
    {
      id: 'own-scope',
      label: 'My customers',
      does: 'Shows only the customers that you own in the CRM. Your choice also applies to the portfolio and the queue.',
    },
    {
      id: 'board-filters',
      label: 'Filters',
      does: 'Filters apply to every widget on the board. The page’s link includes them, so you can share your selection.',
    },
    { id: 'board-weeks', label: 'Weeks', does: 'Number of weeks that trends show.' },
    {
      id: 'board-widgets',
      label: 'Widgets',
      does: 'Click a figure to see its customers. While you edit your own board, you can move or remove each widget, also by keyboard. A pinned answer of the AI Assistant shows current figures whenever you open the board. It has its own filters, so the board’s filters don’t change it.',
    },
    {
      id: 'benchmark-table',
      label: 'Benchmarks',
      does: `The median usage of every product in every size tier, the typical range of the peers, and the change in the last ${benchmarkComparedAndLoggedWeeks.compared} weeks. Click a median to see the distribution of its peers.`,
    },
    {
      id: 'benchmark-distribution',
      label: 'Distribution',
      does: 'Distribution of the peers around the benchmark. Choose a customer to mark its position among its own peers or among another size tier.',
    },
    {
      id: 'benchmark-log',
      label: 'Log of changes',
      does: `Every week in which a benchmark changed by ${minimumLoggedChangePercent}% or more, with the cause: the peers’ usage changed, peers joined or left, a larger or smaller peer group was used, or the rules changed.`,
    },
  ],
  keys: globalKeys,
  howItWorks: (facts) => [
    {
      title: 'What a board shows',
      blocks: [
        'All widgets show today’s customers with their figures of the last official week. Trends show the same customers in earlier weeks. Customers that have left are not included.',
        'Averages and shares of fewer than five customers are hidden.',
      ],
    },
    {
      title: 'What a benchmark is',
      blocks: [
        'The benchmark of a product is the median of the peers’ 28-day usage. For most products, usage is counted per location. A closed week keeps the benchmarks with which it was scored.',
        `A size tier with fewer than ${facts.rules.minimumPeers} peers has no benchmark of its own. It is compared with all customers and marked in the table.`,
      ],
    },
    createRefreshTimesSection(facts),
  ],
  scoring: (facts) => [
    createScoreCalculationSection(facts),
    createTierSection(facts),
    createGracePeriodSection(facts),
  ],
});
