import { type CustomerTables, distinct, moving } from './customer-tables.ts';

export const institutionTables: CustomerTables = {
  crm_deal: { ...distinct, noun: 'deals' },
  crm_owner_change: distinct,
  crm_ticket: { ...distinct, noun: 'tickets' },
  entitlement: {
    merge: {
      is: 'folded',
      columns: { valid_to: 'case when k.valid_to is null or o.valid_to is null then null else greatest(k.valid_to, o.valid_to) end' },
    },
    noun: 'entitlements',
  },
  // A location has one customer, so that rows of locations never collide.
  location: moving,
  practice_key: moving,
};
