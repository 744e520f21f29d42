import type { MetricFamily } from './metric.ts';

export const slaMetrics = {
  slaTarget: () => ({
    formula:
      'Of the policies of its kind, the first whose priority and size fit is a clock’s, as priority and size are today. It is that of the version that held when the clock began. First touch: from the closing of the official week that put the customer at risk to the first note or outcome. Ticket reply: from the customer’s word to our next one. Onboarding check-in: from the day of a checkpoint to the first note, outcome or onboarding step from three days before it on. Playbook step: from the day on which the step is due to when it is done.',
    unit: 'Working hours, or working days after the day on which it began',
    inputs: [
      'Policies',
      'Risk weeks, notes and outcomes',
      'Tickets and what is written on them',
      'Onboarding cases',
      'Steps of playbooks and their tasks',
    ],
    exclusions:
      'What happened before the first person came here. Tickets that we opened for a campaign, until the customer writes. Replies, where the CRM does not tell what is written on tickets.',
    source: 'policyFor in src/shared/success-ops/slas/rules.ts',
  }),
  slaStatus: () => ({
    formula:
      'Running until it ends, Paused while it is stopped, Overdue once more time was used than its target gives. Met: done in time. Breached: ended later than that. Not counted: the wait was over before anybody was late, as when a ticket is closed without a reply or a customer is no longer at risk.',
    unit: 'One of six words',
    inputs: ['Target', 'Time used'],
    exclusions: 'None.',
    source: 'statusOf in src/shared/success-ops/slas/rules.ts',
  }),
  slaTimeLeft: () => ({
    formula:
      'The working time that the target gives, less the working time that has passed without pauses; below zero it is overdue. Hours lost or gained when clocks change count as they pass. A clock that runs goes by the working time and holidays of today’s settings; one that has ended stays as it was.',
    unit: 'Hours of working time',
    inputs: ['Target', 'Working time and holidays of the team', 'Pauses'],
    exclusions: 'None once it has ended, and where no working time comes within a year.',
    source: 'clockTime in src/shared/success-ops/slas/rules.ts',
  }),
  slaPause: () => ({
    formula:
      'While a clock is stopped with a reason, its working time does not count and its end moves on by as much. A check-in is also stopped while its onboarding is paused.',
    unit: 'Hours of working time, and reasons',
    inputs: ['What people paused', 'Pauses of onboarding'],
    exclusions: 'Pauses that were undone.',
    source: 'sla_pause, onboarding_pause',
  }),
  slaAttainment: () => ({
    formula:
      'Clocks that were met, divided by those that were met, breached or came overdue in the period, with the interval in which the true share lies with 95% confidence. A clock counts once, on the day on which it was met or its time ended.',
    unit: 'Percent',
    inputs: ['Status', 'Day of the decision'],
    exclusions: 'No percentage for fewer than 5. Clocks that still run in time, and those not counted.',
    source: 'attainmentOf in src/shared/success-ops/slas/rules.ts',
  }),
} satisfies MetricFamily;
