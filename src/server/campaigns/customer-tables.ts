import { type CustomerTables, distinctRows } from '#server/institutions/customer-tables.ts';

export const campaignCustomerTables: CustomerTables = {
  // The key has the customer's id of the day on which the campaign was made.
  ticket_campaign_recipient: distinctRows,
};
