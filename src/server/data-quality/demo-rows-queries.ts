import type { Queries } from '#server/core/db/database.ts';

/** Deletes all corrections and their daily counts. */
export async function removeDemoFixes(transaction: Queries): Promise<void> {
  await transaction.deleteFrom('data_quality_day').execute();
  await transaction.deleteFrom('records_system_name').execute();
  await transaction.deleteFrom('data_fix').execute();
}
