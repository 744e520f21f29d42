import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  load: () => ({
    formula:
      'Hours needed, divided by hours available in the next seven days. Hours needed: the base hours per week of each customer by size and phase, plus the estimated time of open tasks, risk cases and action items. Below 85%, a person is shown as free; from 85% to 110%, as OK; above 110%, as over capacity.',
    unit: 'Percent',
    inputs: [
      'Customers by owner',
      'Open tasks',
      'Risk cases',
      'Action items',
      'Working time',
      'Absences',
    ],
    exclusions:
      'Snoozed cases and action items take no time. No value for a person without available hours.',
    source: 'sumNeededHours in src/shared/team/rules.ts',
  }),
  coverageGap: () => ({
    formula:
      'Three separate numbers: customers without an owner; customers and open work of people who cannot be assigned work; and people who are away today without a cover.',
    unit: 'Customers or people',
    inputs: ['Owners in the CRM', 'People', 'Absences'],
    exclusions: 'Customers that have left.',
    source: 'buildTeam in src/server/team/team.ts',
  }),
  untouched: () => ({
    formula: 'Number of customers without a note, completed task or decision in the last 30 days.',
    unit: 'Customers',
    inputs: ['Notes', 'Tasks', 'Risk cases', 'Outcomes'],
    exclusions: 'Customers that have left. Work done outside this product is unknown.',
    source: 'isUntouched in src/shared/team/rules.ts',
  }),
  taskAge: () => ({
    formula: 'Days since an open task was due, and days since the task was added.',
    unit: 'Days',
    inputs: ['Due date', 'Date added'],
    exclusions: 'Tasks that are done or canceled.',
    source: 'classifyTaskByDueDate in src/shared/team/task-age-groups.ts',
  }),
} satisfies Partial<MetricDefinitions>;
