import { type CustomerTables, stayingRowsRule } from '#server/institutions/customer-table-rules.ts';

export const crmCustomerTables: CustomerTables = {
  // These rows come from the CRM, so merging two customers in Chairside does not change them.
  hubspot_company: stayingRowsRule,
};
