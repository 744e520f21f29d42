import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const churnAnalyticsGuide = guideFromRegistry({
  metrics: [
    'grossRetention',
    'netRetention',
    'logoChurn',
    'renewalRate',
    'revenueMovement',
    'survivalCurve',
    'cumulativeIncidence',
    'leavingRate',
    'goLiveCohort',
    'churnDriver',
    'reasonSegment',
    'riskEpisode',
    'episodesSaved',
  ],
  controls: [
    {
      id: 'revenue-periods',
      label: 'By month, by quarter',
      does: 'Whole months or quarters; the current one is not shown until it is over.',
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
    {
      id: 'analytics-views',
      label: 'Revenue, survival, causes, saves',
      does: 'What became of the revenue, when and why customers leave, and who was saved.',
    },
    {
      id: 'survival-curves',
      label: 'How long customers stay',
      does: 'The share still there by months since go-live, for all or by kind of customer, with how many are counted.',
    },
    {
      id: 'survival-reasons',
      label: 'Gone by reason',
      does: 'The share that has left for each group of reasons. Its table opens the losses.',
    },
    { id: 'survival-rates', label: 'When customers leave', does: 'The share that leaves in a month, by tenure.' },
    { id: 'survival-cohorts', label: 'Quarters of go-live', does: 'What became of the customers, or of their revenue, of each quarter.' },
    {
      id: 'causes-drivers',
      label: 'What goes with leaving',
      does: 'How much more often customers leave where a figure is higher, and how sure that is.',
    },
    {
      id: 'causes-segments',
      label: 'Reasons by kind of customer',
      does: 'Why different kinds of customers leave. Click a number to see its losses.',
    },
    {
      id: 'saves-episodes',
      label: 'Risk episodes',
      does: 'How many customers at risk were saved, by quarter, and by whether someone had contacted them.',
    },
    { id: 'saves-list', label: 'The episodes', does: 'Each time that a customer was at risk, and what became of it.' },
    { id: 'revenue-customers', label: 'Customers', does: 'Who pays more or less at the end of the period than at its start.' },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'How long customers stay',
      blocks: [
        'Each customer is watched from its go-live until it leaves, or until today. Those still there may stay for long, so the average of those that left would be far too short.',
        'Losses before a certain day are not known. Customers that went live earlier are counted from that day on; otherwise only those that stayed would count.',
        'Practices that were sold or closed left for a reason nobody could have changed. They are counted until that day, unless you choose to count them as gone.',
      ],
    },
    {
      title: 'Which definition',
      blocks: [
        'Retention of all revenue at the start looks at the whole book. The renewal rate looks only at contracts that ended in the period, so it is lower and shows how renewals go.',
        'Gross retention never counts expansion and is never above 100%. New customers count in neither.',
        'A customer that has left pays nothing from the day on which its notice takes effect, whatever its contract says.',
      ],
    },
  ],
});
