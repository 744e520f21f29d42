import type { MetricFamily } from './metric.ts';

export const workTimeMetrics = {
  freeMinutes: () => ({
    formula:
      'Working hours of the day, without holidays and absences, times the share for customers (default 0.75), times the share that can be planned (default 0.85).',
    unit: 'Hours and minutes',
    inputs: ['Working time', 'Own hours', 'Absences', 'Minutes of the tasks closed today'],
    exclusions: 'Calendar entries in other systems are not known.',
    source: 'freeMinutes in src/shared/work/working-time-rules.ts',
  }),
  dayOrder: () => ({
    formula:
      'By urgency: overdue, due today, due soon, then work without a deadline. Rows of the same urgency are ordered by dollars at stake per minute of work. At stake: chance of loss times yearly revenue times renewal factor. A row that no longer fits in the day gives way to the next one that does.',
    unit: 'Place',
    inputs: ['Due date', 'Chance of loss', 'Yearly revenue', 'Renewal', 'Estimated minutes'],
    exclusions: 'Without a score or revenue, the amount at stake is 0.',
    source: 'fillDay in src/shared/day/rules.ts',
  }),
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
} satisfies MetricFamily;
