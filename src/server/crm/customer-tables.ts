import { type CustomerTables, rowsStay } from '#server/institutions/customer-table-rules.ts';

export const crmCustomerTables: CustomerTables = {
  // A CRM company names its customer itself, so its row is not moved.
  hubspot_company: rowsStay,
};
