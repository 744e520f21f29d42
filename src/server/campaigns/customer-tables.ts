import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const campaignCustomerTables: CustomerTables = {
  // The primary key contains the customer's id at the time the campaign was created, so the rows of
  // two merged customers never collide.
  ticket_campaign_recipient: movingRowsWithUniqueIdsRule,
};
