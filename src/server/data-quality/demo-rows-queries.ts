import type { Queries } from '#server/core/db/database.ts';

/** Deletes all corrections, mapped EHR names and daily counts of issues. */
export async function removeDemoDataQualityRows(transaction: Queries): Promise<void> {
  await transaction.deleteFrom('data_quality_day').execute();
  await transaction.deleteFrom('records_system_name').execute();
  await transaction.deleteFrom('data_fix').execute();
}
