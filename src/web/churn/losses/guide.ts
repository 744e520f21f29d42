import { daysBeforeNotice, reviewDays } from '#shared/metrics/constants.ts';
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
    { id: 'loss-enter', label: 'Enter a loss', does: 'A customer gave notice: when, why, what it pays, and when it leaves.' },
    {
      id: 'loss-from-crm',
      label: 'Lost renewals in the CRM',
      does: 'Renewals that are lost in the CRM and have no loss entered here. A person says whether the customer leaves, and why.',
    },
    { id: 'loss-figures', label: 'The last 90 days', does: 'What they cost. Each figure opens its losses in the list.' },
    {
      id: 'loss-health',
      label: 'Did their health say so?',
      does: `The tiers in which those who left stood ${daysBeforeNotice.join(', ')} days before the notice.`,
    },
    { id: 'loss-reasons', label: 'Reasons', does: 'Why they left, in two levels, by how many and by what they paid.' },
    { id: 'loss-tenure', label: 'Tenure', does: 'How long they had been customers when they gave notice.' },
    {
      id: 'loss-list',
      label: 'The list',
      does: 'Every loss. A row’s menu changes it, looks back at it, takes it back, or makes a task to win the customer back.',
    },
  ],
  keys: [...everywhere, ...listKeys],
  howItWorks: () => [
    {
      title: 'From notice to leaving',
      blocks: [
        'A customer that has given notice stays one until the day the notice takes effect; then it leaves the lists and the scores.',
        'A loss is never deleted. One that was taken back stays in the list and counts in no figure.',
        `Each loss is to be looked back at within ${reviewDays} days of its notice. The signal that was missed becomes a candidate pattern, which is tried at once on what was known of past customers.`,
      ],
    },
  ],
});
