import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
  setAsideCollisionsRule,
} from '#server/institutions/customer-table-rules.ts';

export const prospectCustomerTables: CustomerTables = {
  prospect_conversion: movingRowsWithUniqueIdsRule,
  place_link: setAsideCollisionsRule,
};
