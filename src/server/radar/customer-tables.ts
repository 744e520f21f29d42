import {
  type CustomerTables,
  movingRowsRule,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const radarCustomerTables: CustomerTables = {
  incident_location: movingRowsRule,
  incident_task: movingRowsWithUniqueIdsRule,
};
