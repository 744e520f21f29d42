import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const churnAnalyticsGuide = guideFromRegistry({
  metrics: [
    'grossRetention',
    'netRetention',
    'logoChurn',
    'renewalRate',
    'revenueMovement',
    'churnDriver',
    'reasonSegment',
    'riskEpisode',
    'episodesSaved',
  ],
  controls: [
    {
      id: 'revenue-periods',
      label: 'By month, by quarter',
      does: 'Whole months or quarters; the one that runs is not over yet and not shown.',
    },
    {
      id: 'revenue-definition',
      label: 'All at the start, renewals due',
      does: 'Whether retention is measured against all revenue at the start of the period, or against what was to be renewed in it.',
    },
    { id: 'revenue-retention', label: 'Retention', does: 'The share of the revenue that is kept, period by period.' },
    { id: 'revenue-table', label: 'Periods', does: 'The figures of every period. Its name shows its steps and its customers below.' },
    {
      id: 'revenue-waterfall',
      label: 'From start to end',
      does: 'What was lost, reduced, added and new in one period. Each step opens its customers.',
    },
    { id: 'analytics-views', label: 'Revenue, causes, saves', does: 'What became of the revenue, why customers leave, and who was saved.' },
    {
      id: 'causes-drivers',
      label: 'What goes with leaving',
      does: 'How much more often a notice comes where a figure is higher, with how sure that is.',
    },
    { id: 'causes-segments', label: 'Reasons by kind of customer', does: 'Why which customers leave. Each number opens its losses.' },
    {
      id: 'saves-episodes',
      label: 'Risk episodes',
      does: 'How many customers at risk were saved, by quarter, and by whether somebody had contacted them.',
    },
    { id: 'saves-list', label: 'The episodes', does: 'Each time that a customer was at risk, and what became of it.' },
    { id: 'revenue-customers', label: 'Customers', does: 'Who pays more or less at the end of the period than at its start.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'Which definition',
      blocks: [
        'Retention of all revenue at the start asks what became of the whole book. The renewal rate asks only of contracts that ended in the period, so it is lower and says how renewals go.',
        'Gross retention never counts expansion and is never above 100%. New customers count in neither.',
        'A customer that has left pays nothing from the day on which its notice takes effect, whatever its contract says.',
      ],
    },
  ],
});
