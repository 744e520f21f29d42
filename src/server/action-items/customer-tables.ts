import {
  type CustomerTables,
  distinctRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const actionItemCustomerTables: CustomerTables = {
  // A customer has at most one open item of a kind and title. When both merged customers have such
  // an item, one item is closed. Its rule firings and changes stay with the closed item.
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
  call_change: distinctRowsRule,
};
