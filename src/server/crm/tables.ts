import { type CustomerTables, staying } from '#server/institutions/customer-tables.ts';

export const crmTables: CustomerTables = {
  // A company of the CRM states its customer itself.
  hubspot_company: staying,
};
