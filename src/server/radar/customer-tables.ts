import {
  type CustomerTables,
  distinctRowsRule,
  movingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const radarCustomerTables: CustomerTables = {
  incident_location: movingRowsRule,
  incident_task: distinctRowsRule,
};
