import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const actionItemCustomerTables: CustomerTables = {
  // A customer has at most one open item of each kind and title. When both customers of a merge
  // have such an item, the merged customer's item is closed. The closed item keeps its rule firings
  // and changes.
  call_to_action: {
    merge: {
      is: 'both',
      columns: {
        closed_at: 'm.at',
        outcome: `'lapsed'`,
        note: `concat_ws(' ', o.note, 'Merged with the open item of the other customer.')`,
        snoozed_until: 'null',
        snooze_reason: 'null',
        version: 'o.version + 1',
        updated_at: 'm.at',
      },
    },
    noun: 'action items',
  },
  call_change: movingRowsWithUniqueIdsRule,
};
