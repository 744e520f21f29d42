import {
  type CustomerTables,
  movingRowsRule,
  movingRowsWithUniqueIdsRule,
} from './customer-table-rules.ts';

export const institutionCustomerTables: CustomerTables = {
  crm_deal: { ...movingRowsWithUniqueIdsRule, noun: 'deals' },
  crm_owner_change: movingRowsWithUniqueIdsRule,
  crm_ticket: { ...movingRowsWithUniqueIdsRule, noun: 'tickets' },
  entitlement: {
    merge: {
      is: 'folded',
      columns: {
        valid_to:
          'case when k.valid_to is null or o.valid_to is null then null else greatest(k.valid_to, o.valid_to) end',
      },
    },
    noun: 'entitlements',
  },
  // A location belongs to one customer, so rows with a location never collide.
  location: movingRowsRule,
  practice_key: movingRowsRule,
};
