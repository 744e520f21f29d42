import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createChurnAnalyticsGuide = createGuideFactory({
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
      does: 'Shows full months or quarters. The current period appears when it ends.',
    },
    {
      id: 'revenue-definition',
      label: 'Revenue at the start, or renewals due',
      does: 'Measures retention against all revenue at the start of the period, or only against renewals due in the period.',
    },
    {
      id: 'revenue-retention',
      label: 'Retention',
      does: 'Share of revenue retained in each period.',
    },
    {
      id: 'revenue-table',
      label: 'Periods',
      does: 'Figures for every period. Click a period to see its changes and customers below.',
    },
    {
      id: 'revenue-waterfall',
      label: 'Start to end',
      does: 'Revenue lost, reduced, expanded and added in one period. Click a step to list its customers.',
    },
    {
      id: 'analytics-views',
      label: 'Revenue, survival, causes, saves',
      does: 'Revenue retention, when and why customers leave, and which customers were saved.',
    },
    {
      id: 'survival-curves',
      label: 'How long customers stay',
      does: 'Share of customers that stayed, by months since go-live, for all customers or by segment.',
    },
    {
      id: 'survival-reasons',
      label: 'Losses by reason',
      does: 'Share of customers lost for each group of reasons. Click a number in the table to list the losses.',
    },
    {
      id: 'survival-rates',
      label: 'Churn by tenure',
      does: 'Monthly churn rate by months since go-live.',
    },
    {
      id: 'survival-cohorts',
      label: 'Go-live quarters',
      does: 'Retention of customers or revenue for each go-live quarter.',
    },
    {
      id: 'causes-drivers',
      label: 'What precedes churn',
      does: 'How strongly each figure is associated with a notice, with 95% intervals.',
    },
    {
      id: 'causes-segments',
      label: 'Reasons by customer segment',
      does: 'Why each customer segment leaves. Click a number to list its losses.',
    },
    {
      id: 'saves-episodes',
      label: 'Risk episodes',
      does: 'Number of customers saved, by quarter and by whether you contacted them.',
    },
    {
      id: 'saves-list',
      label: 'Episodes',
      does: 'Every period in which a customer was at risk, with its outcome.',
    },
    {
      id: 'revenue-customers',
      label: 'Customers',
      does: 'Customers whose revenue changed during the period.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    {
      title: 'How long customers stay',
      blocks: [
        'Each customer is observed from its go-live until it leaves, or until today. An average over lost customers only would understate how long customers stay.',
        'No losses are known from before loss records began. A customer that went live earlier is therefore observed only from that day on; otherwise, customers that stayed would be overrepresented.',
        'Sold or closed practices leave for a reason you can’t avoid. They are observed until they leave, and count as lost only if you choose to include them.',
      ],
    },
    {
      title: 'Which definition to use',
      blocks: [
        'Retention is measured against all revenue at the start of the period, including revenue that was not up for renewal. The renewal rate is measured only against the revenue of contracts that ended in the period. The same loss therefore lowers the renewal rate more than retention.',
        'Gross retention excludes expansion and never exceeds 100%. New customers are excluded from both rates.',
        'A customer’s revenue ends on the day its notice takes effect, even if the contract runs longer.',
      ],
    },
  ],
});
