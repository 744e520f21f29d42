import {
  type CustomerTables,
  fillBlankColumnsSql,
  movingRowsWithUniqueIdsRule,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const workCustomerTables: CustomerTables = {
  note: { ...movingRowsWithUniqueIdsRule, noun: 'notes' },
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
  risk_change: movingRowsWithUniqueIdsRule,
  risk_outcome: movingRowsWithUniqueIdsRule,
  task: { ...movingRowsWithUniqueIdsRule, noun: 'tasks' },
  work_event: movingRowsWithUniqueIdsRule,
  work_version: stayingRowsRule,
};
