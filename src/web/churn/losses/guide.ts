import { daysBeforeNotice, reviewDays } from '#shared/churn/constants.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { everywhere, listKeys } from '#web/ui/guide/keys.ts';

export const lossesGuide = guideFromRegistry({
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
      does: 'Record a notice: its date, reason, revenue and departure date.',
    },
    {
      id: 'loss-from-crm',
      label: 'Lost renewals in the CRM',
      does: 'Renewals marked lost in the CRM without a loss recorded here. Confirm whether the customer is leaving and why.',
    },
    {
      id: 'loss-figures',
      label: 'The last 90 days',
      does: 'Losses and their cost. Click a figure to list its losses.',
    },
    {
      id: 'loss-health',
      label: 'Did health scores warn us?',
      does: `Health tiers of lost customers ${daysBeforeNotice.join(', ')} days before the notice.`,
    },
    {
      id: 'loss-reasons',
      label: 'Reasons',
      does: 'Reasons and details, by number of losses and revenue.',
    },
    { id: 'loss-tenure', label: 'Tenure', does: 'Time from go-live to notice.' },
    {
      id: 'loss-list',
      label: 'The list',
      does: 'All losses. Use a row’s menu to change, review or withdraw a loss, or to create a win-back task.',
    },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'From notice to departure',
      blocks: [
        'A customer remains current until its notice takes effect, then leaves all lists and scores.',
        'Losses are never deleted. Withdrawn losses stay in the list but are not counted.',
        `Review each loss within ${reviewDays} days of its notice. The missed signal becomes a candidate pattern and is tested on past customer data.`,
      ],
    },
  ],
});
