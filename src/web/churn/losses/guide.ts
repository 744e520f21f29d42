import { reportedDaysBeforeNotice, reviewDueDays } from '#shared/churn/constants.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys, listKeys } from '#web/ui/guide/keys.ts';

export const createLossesGuide = createGuideFactory({
  metrics: [
    'losses',
    'lossNotice',
    'lossReason',
    'monthlyRevenueLost',
    'avoidableShare',
    'noticeLead',
    'healthBeforeNotice',
    'tenure',
    'backTest',
  ],
  controls: [
    {
      id: 'loss-enter',
      label: 'Add loss',
      does: 'Records a loss: notice date, reason, revenue and departure date.',
    },
    {
      id: 'loss-from-crm',
      label: 'Lost renewals in the CRM',
      does: 'Customers whose renewal is marked lost in the CRM, but whose loss isn’t recorded here. Confirm whether they are leaving and why.',
    },
    {
      id: 'loss-figures',
      label: 'The last 90 days',
      does: 'Losses of the last 90 days and their monthly revenue. Click a figure to list its losses.',
    },
    {
      id: 'loss-health',
      label: 'Did health scores warn us?',
      does: `Health tiers of lost customers ${reportedDaysBeforeNotice.join(', ')} days before their notice.`,
    },
    {
      id: 'loss-reasons',
      label: 'Reasons',
      does: 'Reasons for losses with their details, by number of losses and revenue.',
    },
    {
      id: 'loss-tenure',
      label: 'Tenure',
      does: 'Number of losses by time from go-live to notice.',
    },
    {
      id: 'loss-list',
      label: 'The list',
      does: 'All losses. Use a row’s menu to edit, review or withdraw a loss, or to create a win-back task.',
    },
  ],
  keys: [...globalKeys, ...listKeys],
  howItWorks: () => [
    {
      title: 'From notice to departure',
      blocks: [
        'A customer with a notice remains current until the notice takes effect. Then the customer disappears from all lists and scores.',
        'Losses are never deleted. Withdrawn losses stay in the list but are not counted.',
        `Review each loss within ${reviewDueDays} days of its notice. The signal that you name as missed becomes a candidate pattern, which is tested on past customers.`,
      ],
    },
  ],
});
