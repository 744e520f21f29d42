import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  slaTarget: () => ({
    formula:
      'The first policy of its kind that matches today’s priority and size applies, in the version that was in force when the clock started. First touch: from the closing of the official week that put the customer at risk to the first note or outcome. Ticket reply: from the customer’s message to our next one. Onboarding check-in: from the day of a checkpoint to the first note, outcome or onboarding step, which may be up to three days before the checkpoint. Playbook step: from its due date until it is done.',
    unit: 'Working hours, or working days after the start day',
    inputs: [
      'Policies',
      'Risk weeks, notes and outcomes',
      'Tickets and their messages',
      'Onboarding cases',
      'Steps of playbooks and their tasks',
    ],
    exclusions:
      'Events before the first user signed in. Tickets we opened for a campaign, until the customer writes. Replies, if the CRM does not share ticket messages.',
    source: 'policyFor in src/shared/slas/rules.ts',
  }),
  slaStatus: () => ({
    formula:
      'Running: the clock has not ended. Paused: it is stopped. Overdue: the time used exceeds the target. Met: done in time. Breached: done late. Not counted: the reason went away in time, such as a ticket closed without a reply or a customer that is no longer at risk.',
    unit: 'One of six categories',
    inputs: ['Target', 'Time used'],
    exclusions: 'None.',
    source: 'statusOf in src/shared/slas/rules.ts',
  }),
  slaTimeLeft: () => ({
    formula:
      'The working time of the target minus the working time used, without pauses; negative when overdue. When daylight saving time changes, the hours that actually pass count. A running clock uses today’s working time and holidays; an ended clock does not change.',
    unit: 'Hours of working time',
    inputs: ['Target', 'Working time and holidays of the team', 'Pauses'],
    exclusions:
      'No value once the clock has ended, or if the team has no working time within a year.',
    source: 'clockTime in src/shared/slas/rules.ts',
  }),
  slaPause: () => ({
    formula:
      'While a clock is paused with a reason, working time does not count and its deadline moves by as much. A check-in is also paused while its onboarding is paused.',
    unit: 'Hours of working time, and reasons',
    inputs: ['Pauses set by users', 'Pauses of onboarding'],
    exclusions: 'Pauses that were undone.',
    source: 'sla_pause, onboarding_pause',
  }),
  slaAttainment: () => ({
    formula:
      'Clocks met, divided by clocks met, breached or overdue in the period, with a 95% confidence interval. A clock counts once, on the day it was met or its time ran out.',
    unit: 'Percent',
    inputs: ['Status', 'Day of the decision'],
    exclusions:
      'No percentage for fewer than 5 clocks. Clocks still running within their target, and clocks not counted.',
    source: 'attainmentOf in src/shared/slas/rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
