import { type CustomerTables, rowsStay } from '#server/institutions/customer-tables.ts';

export const crmCustomerTables: CustomerTables = {
  // A company of the CRM states its customer itself.
  hubspot_company: rowsStay,
};
