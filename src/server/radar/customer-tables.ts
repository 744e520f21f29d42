import {
  type CustomerTables,
  distinctRows,
  rowsMove,
} from '#server/institutions/customer-tables.ts';

export const radarCustomerTables: CustomerTables = {
  incident_location: rowsMove,
  incident_task: distinctRows,
};
