import type { MetricFamily } from './metric.ts';

export const workTimeMetrics = {
  freeMinutes: () => ({
    formula:
      'Working hours of the day, without holidays and absences, times the part that is for customers, times the part that can be planned. At first 0.75 and 0.85.',
    unit: 'Hours and minutes',
    inputs: ['Working time', 'Own hours', 'Absences', 'Minutes of the tasks closed today'],
    exclusions: 'What is in a calendar elsewhere is not known.',
    source: 'freeMinutes in src/shared/work/working-time-rules.ts',
  }),
  dayOrder: () => ({
    formula:
      'Overdue first, then due today, soon and when there is time; in each, the dollars at stake per minute of work. At stake: chance of loss times yearly revenue times renewal factor. A row that no longer fits makes way for the next that does.',
    unit: 'Place',
    inputs: ['Due day', 'Chance of loss', 'Yearly revenue', 'Renewal', 'Estimated minutes'],
    exclusions: 'Without a score or revenue nothing counts as at stake.',
    source: 'fillDay in src/shared/success-ops/day/rules.ts',
  }),
  load: () => ({
    formula:
      'Hours needed divided by hours available. Needed: the base hours a week of each customer by size and phase, and the estimated time of open tasks, risk cases and calls to action. Available: the free hours of the next seven days. Below 85% free, up to 110% OK, above it too much.',
    unit: 'Percent',
    inputs: ['Customers by owner', 'Open tasks', 'Risk cases', 'Calls to action', 'Working time', 'Absences'],
    exclusions: 'Snoozed cases and calls take no time. None for a person without available hours.',
    source: 'neededHours in src/shared/success-ops/team/rules.ts',
  }),
  coverageGap: () => ({
    formula:
      'Customers without an owner, customers and work of people who cannot be given work here, and people who are away today without a cover.',
    unit: 'Customers or people',
    inputs: ['Owners in the CRM', 'People', 'Absences'],
    exclusions: 'Former customers.',
    source: 'teamOf in src/server/success-ops/team/team.ts',
  }),
  untouched: () => ({
    formula: 'Customers for whom nobody wrote, did or decided anything in the last 30 days.',
    unit: 'Customers',
    inputs: ['Notes', 'Tasks', 'Risk cases', 'Outcomes'],
    exclusions: 'Former customers. What happens outside this product is not known.',
    source: 'isUntouched in src/shared/success-ops/team/rules.ts',
  }),
  taskAge: () => ({
    formula: 'Days since an open task was due, and days since it was added.',
    unit: 'Days',
    inputs: ['Due day', 'Day it was added'],
    exclusions: 'Tasks that are done or dropped.',
    source: 'taskAge in src/shared/success-ops/team/task-ages.ts',
  }),
} satisfies MetricFamily;
