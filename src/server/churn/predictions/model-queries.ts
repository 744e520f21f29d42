import type { Selectable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { type ModelReport, modelReportSchema } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import { parseTrainedModel, type TrainedModel } from './learner/trained-model.ts';

export interface SavedModel {
  version: number;
  trainedOn: Day;
  model: TrainedModel;
  report: ModelReport;
}

const keptModel = (row: Selectable<Schema['churn_model']>): SavedModel => ({
  version: row.version,
  trainedOn: row.trained_on,
  model: parseTrainedModel(row.model),
  report: modelReportSchema.parse(row.report),
});

export async function findActiveModel(queries: Queries): Promise<SavedModel | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .selectAll()
    .where('state', '=', 'current')
    .executeTakeFirst();
  return row && keptModel(row);
}

/** Returns the newest model that was trained on or before a day. */
export async function findModelTrainedOnOrBefore(
  queries: Queries,
  day: Day,
): Promise<SavedModel | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .selectAll()
    .where('trained_on', '<=', day)
    .where('state', '!=', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row && keptModel(row);
}

/** Returns the newest complete version, whether it is active or not. */
export async function newestModelVersion(
  queries: Queries,
): Promise<{ version: number; trainedOn: Day } | undefined> {
  return queries
    .selectFrom('churn_model')
    .select(['version', 'trained_on as trainedOn'])
    .where('state', '!=', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst();
}

/** Saves a model as a draft and returns its version. Deletes drafts of interrupted trainings. */
export async function insertDraftModel(
  transaction: Queries,
  { model, report, trainedOn }: Omit<SavedModel, 'version'>,
  now: Date,
): Promise<number> {
  await transaction.deleteFrom('churn_model').where('state', '=', 'draft').execute();
  const version = ((await newestModelVersion(transaction))?.version ?? 0) + 1;
  await transaction
    .insertInto('churn_model')
    .values({
      version,
      trained_on: trainedOn,
      made_at: now,
      model: storableJson(model),
      report: storableJson(report),
      state: 'draft',
      chosen_by: null,
      chosen_at: null,
      chosen_reason: null,
    })
    .execute();
  return version;
}

/** Takes a lock until the end of the transaction, so that versions change one at a time. */
export const lockActiveModelVersion = (transaction: Queries) =>
  acquireNamedLock(transaction, 'churn model in use');

/**
 * Activates a draft and returns `true`. When an admin has chosen the active version, only saves the
 * draft and returns `false`.
 */
export async function activateDraftModel(transaction: Queries, version: number): Promise<boolean> {
  await lockActiveModelVersion(transaction);
  const chosen = await chosenVersion(transaction);
  if (chosen === undefined) await setActiveModelVersion(transaction, version);
  else
    await transaction
      .updateTable('churn_model')
      .set({ state: 'replaced' })
      .where('version', '=', version)
      .execute();
  return chosen === undefined;
}

/** Returns the active version if an admin chose it instead of a newer version. */
async function chosenVersion(queries: Queries): Promise<number | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .select('version')
    .where('state', '=', 'current')
    .where('chosen_at', 'is not', null)
    .executeTakeFirst();
  return row?.version;
}

export async function setActiveModelVersion(transaction: Queries, version: number): Promise<void> {
  await transaction
    .updateTable('churn_model')
    .set({ state: 'replaced', chosen_by: null, chosen_at: null, chosen_reason: null })
    .where('state', '=', 'current')
    .execute();
  await transaction
    .updateTable('churn_model')
    .set({ state: 'current' })
    .where('version', '=', version)
    .execute();
}
