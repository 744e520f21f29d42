import {
  type CustomerTables,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const prospectCustomerTables: CustomerTables = {
  place_link: setAsideCollisionsRule,
};
