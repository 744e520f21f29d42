import { type CustomerTables, distinct, moving } from '#server/institutions/customer-tables.ts';

export const radarTables: CustomerTables = {
  incident_location: moving,
  incident_task: distinct,
};
