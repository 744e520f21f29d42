import {
  type CustomerTables,
  distinctRows,
  filledFromOther,
} from '#server/institutions/customer-table-rules.ts';

export const workCustomerTables: CustomerTables = {
  note: { ...distinctRows, noun: 'notes' },
  risk_case: {
    merge: {
      is: 'folded',
      columns: {
        ...filledFromOther('assignee_id'),
        version:
          'case when k.assignee_id is null and o.assignee_id is not null then k.version + 1 else k.version end',
      },
    },
  },
  risk_change: distinctRows,
  risk_outcome: distinctRows,
  task: { ...distinctRows, noun: 'tasks' },
  work_event: distinctRows,
};
