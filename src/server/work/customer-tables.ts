import {
  type CustomerTables,
  distinctRowsRule,
  fillBlankColumnsSql,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const workCustomerTables: CustomerTables = {
  note: { ...distinctRowsRule, noun: 'notes' },
  risk_case: {
    merge: {
      is: 'folded',
      columns: {
        ...fillBlankColumnsSql('assignee_id'),
        version:
          'case when k.assignee_id is null and o.assignee_id is not null then k.version + 1 else k.version end',
      },
    },
  },
  risk_change: distinctRowsRule,
  risk_outcome: distinctRowsRule,
  task: { ...distinctRowsRule, noun: 'tasks' },
  work_event: distinctRowsRule,
  work_version: stayingRowsRule,
};
