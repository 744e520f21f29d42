import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  slaTarget: () => ({
    formula:
      'Working time that a clock allows. Of the policies in force when the clock started, the first one that matches the clock’s kind and today’s priority and size tier applies. First touch: from the official week that put the customer at risk to the first note or outcome. Ticket reply: from the customer’s message to our next one. Onboarding check-in: from the day of a checkpoint to the first note, outcome or onboarding step. A note, outcome or step in the three days before the checkpoint also counts. Playbook step: from its due date until it is done.',
    unit: 'Working hours, or working days after the start day',
    inputs: [
      'Policies',
      'Risk weeks, notes and outcomes',
      'Tickets and their messages',
      'Onboarding cases',
      'Steps of playbooks and their tasks',
    ],
    exclusions:
      'Events before the first user signed in. Tickets that we opened for a campaign, until the customer writes. Ticket replies, if the CRM does not share ticket messages.',
    source: 'findMatchingPolicy in src/shared/slas/rules.ts',
  }),
  slaStatus: () => ({
    formula:
      'Running: the clock has not ended. Paused: a user or an onboarding pause stopped the clock. Overdue: the time used exceeds the target. Met: the work was done in time. Breached: the work was done late. Not counted: the work became unnecessary in time, such as a ticket closed without a reply or a customer that is no longer at risk.',
    unit: 'One of six categories',
    inputs: ['Target', 'Time used'],
    exclusions: 'None.',
    source: 'slaClockStatus in src/shared/slas/rules.ts',
  }),
  slaTimeLeft: () => ({
    formula:
      'Working time of the target minus working time used; negative when overdue. Pauses do not count as time used. On days when daylight saving time begins or ends, only the hours that actually pass are counted. A running clock uses today’s working time and holidays; an ended clock does not change.',
    unit: 'Hours of working time',
    inputs: ['Target', 'Working time and holidays of the team', 'Pauses'],
    exclusions:
      'No value once the clock has ended, or if the team has no working time within a year.',
    source: 'computeClockTime in src/shared/slas/rules.ts',
  }),
  slaPause: () => ({
    formula:
      'Working time during which a clock is paused with a reason. Paused time does not count, so the deadline moves by as much. A check-in is also paused while the customer’s onboarding is paused.',
    unit: 'Hours of working time, and reasons',
    inputs: ['Pauses set by users', 'Pauses of onboarding'],
    exclusions: 'Pauses that were undone.',
    source: 'sla_pause, onboarding_pause',
  }),
  slaAttainment: () => ({
    formula:
      'Share of clocks that were met, among clocks that were met, breached or overdue in the period, with a 95% confidence interval. Each clock is counted once, on the day on which it was met or its time ran out.',
    unit: 'Percent',
    inputs: ['Status', 'Day on which the target was met or missed'],
    exclusions:
      'Clocks that are still running within their target, and clocks not counted. No percentage for fewer than 5 clocks.',
    source: 'computePolicyAttainments in src/shared/slas/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
