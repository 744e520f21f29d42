import type { Queries } from '#server/core/db/database.ts';

/** Deletes the models, because a model trained on demo customers does not fit other customers. */
export async function removeDemoModels(transaction: Queries): Promise<void> {
  await transaction.deleteFrom('churn_model').execute();
  await transaction.deleteFrom('churn_run').execute();
}
