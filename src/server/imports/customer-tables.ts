import { type CustomerTables, distinctRows, filledFromOther, rowsMove } from '#server/institutions/customer-tables.ts';
import { isSameContract, isSamePerson } from './merging/same-record-sql.ts';

const withOrigin = (id: string): string => `o.${id} || ' (' || o.institution_id || ')'`;

export const importCustomerTables: CustomerTables = {
  // Either one person was imported for both customers, or two persons have ids that are unique only within a customer.
  contact: {
    merge: [
      { is: 'both', columns: { external_id: withOrigin('external_id') }, when: `not ${isSamePerson('o', 'k')}` },
      { is: 'folded', columns: filledFromOther('role', 'email', 'phone') },
    ],
    noun: 'contacts',
  },
  // Either one contract was imported for both customers, or two contracts have ids that are unique only within a customer.
  contract: {
    merge: { is: 'both', columns: { contract_id: withOrigin('contract_id') }, when: `not ${isSameContract('o', 'k')}` },
    noun: 'contracts',
  },
  feed_week_change: rowsMove,
  import_change: distinctRows,
  usage_change: rowsMove,
  usage_week_change: rowsMove,
};
