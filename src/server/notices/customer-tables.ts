import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
} from '#server/institutions/customer-table-rules.ts';

export const noticeCustomerTables: CustomerTables = { save_attempt: movingRowsWithUniqueIdsRule };
