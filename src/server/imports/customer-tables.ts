import {
  type CustomerTables,
  fillBlankColumnsSql,
  movingRowsRule,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';
import { sameContractConditionSql, samePersonConditionSql } from './merging/same-record-sql.ts';

const withOrigin = (id: string): string => `o.${id} || ' (' || o.institution_id || ')'`;

export const importCustomerTables: CustomerTables = {
  // Two merged customers can have contacts with the same id. They can be one contact imported for
  // both customers. They can also be different contacts, when ids are unique only within a
  // customer.
  contact: {
    merge: [
      {
        is: 'both',
        columns: { external_id: withOrigin('external_id') },
        when: `not ${samePersonConditionSql('o', 'k')}`,
      },
      { is: 'folded', columns: fillBlankColumnsSql('role', 'email', 'phone') },
    ],
    noun: 'contacts',
  },
  // Two contracts with the same id can be one contract imported for both customers. They can also
  // be different contracts, when ids are unique only within a customer.
  contract: {
    merge: {
      is: 'both',
      columns: { contract_id: withOrigin('contract_id') },
      when: `not ${sameContractConditionSql('o', 'k')}`,
    },
    noun: 'contracts',
  },
  feed_week_change: movingRowsRule,
  import_change: movingRowsWithUniqueIdsRule,
  usage_change: movingRowsRule,
  usage_week_change: movingRowsRule,
};
