import { type CustomerTables, distinctRows } from '#server/institutions/customer-table-rules.ts';

export const campaignCustomerTables: CustomerTables = {
  // The key contains the customer's id at the time the campaign was created.
  ticket_campaign_recipient: distinctRows,
};
