import {
  type CustomerTables,
  distinctRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const renewalCustomerTables: CustomerTables = {
  renewal: distinctRowsRule,
  renewal_change: distinctRowsRule,
};
