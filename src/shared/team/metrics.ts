import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  load: () => ({
    formula:
      'Hours needed divided by hours available. Needed: the base hours per week of each customer by size and phase, and the estimated time of open tasks, risk cases and action items. Available: the free hours of the next seven days. Below 85%: free. Up to 110%: OK. Above: over capacity.',
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
    source: 'neededHours in src/shared/team/rules.ts',
  }),
  coverageGap: () => ({
    formula:
      'Customers without an owner, customers and work of people who cannot be assigned work, and people who are away today without a cover.',
    unit: 'Customers or people',
    inputs: ['Owners in the CRM', 'People', 'Absences'],
    exclusions: 'Former customers.',
    source: 'teamOf in src/server/team/team.ts',
  }),
  untouched: () => ({
    formula: 'Customers without a note, completed task or decision in the last 30 days.',
    unit: 'Customers',
    inputs: ['Notes', 'Tasks', 'Risk cases', 'Outcomes'],
    exclusions: 'Former customers. Work outside this product is not known.',
    source: 'isUntouched in src/shared/team/rules.ts',
  }),
  taskAge: () => ({
    formula: 'Days since an open task was due, and days since it was added.',
    unit: 'Days',
    inputs: ['Due date', 'Date added'],
    exclusions: 'Tasks that are done or canceled.',
    source: 'taskAge in src/shared/team/task-ages.ts',
  }),
} satisfies Partial<MetricDefinitions>;
