import {
  type CustomerTables,
  distinctRows,
  rowsMove,
} from '#server/institutions/customer-table-rules.ts';

export const radarCustomerTables: CustomerTables = {
  incident_location: rowsMove,
  incident_task: distinctRows,
};
