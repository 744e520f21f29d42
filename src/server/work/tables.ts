import { type CustomerTables, distinct, filled } from '#server/institutions/customer-tables.ts';

export const workTables: CustomerTables = {
  note: { ...distinct, noun: 'notes' },
  risk_case: {
    merge: {
      is: 'folded',
      columns: {
        ...filled('assignee_id'),
        version: 'case when k.assignee_id is null and o.assignee_id is not null then k.version + 1 else k.version end',
      },
    },
  },
  risk_change: distinct,
  risk_outcome: distinct,
  task: { ...distinct, noun: 'tasks' },
  work_event: distinct,
};
