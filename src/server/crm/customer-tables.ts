import { type CustomerTables, stayingRowsRule } from '#server/institutions/customer-table-rules.ts';

export const crmCustomerTables: CustomerTables = {
  // A company's row comes from the CRM, so a merge does not move it.
  hubspot_company: stayingRowsRule,
};
