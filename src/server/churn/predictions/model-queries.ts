import type { Selectable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { takeTurn } from '#server/core/db/turns.ts';
import { type ModelReport, modelReportSchema } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import { parseModel, type TrainedModel } from './learner/trained-model.ts';

export interface KeptModel {
  version: number;
  trainedOn: Day;
  model: TrainedModel;
  report: ModelReport;
}

const keptModel = (row: Selectable<Schema['churn_model']>): KeptModel => ({
  version: row.version,
  trainedOn: row.trained_on,
  model: parseModel(row.model),
  report: modelReportSchema.parse(row.report),
});

export async function currentModel(queries: Queries): Promise<KeptModel | undefined> {
  const row = await queries.selectFrom('churn_model').selectAll().where('state', '=', 'current').executeTakeFirst();
  return row && keptModel(row);
}

/** The model for a past day: the newest that had been trained by then. */
export async function modelOn(queries: Queries, day: Day): Promise<KeptModel | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .selectAll()
    .where('trained_on', '<=', day)
    .where('state', '!=', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row && keptModel(row);
}

/** The newest version that is whole, in use or not. */
export async function newestVersion(queries: Queries): Promise<{ version: number; trainedOn: Day } | undefined> {
  return queries
    .selectFrom('churn_model')
    .select(['version', 'trained_on as trainedOn'])
    .where('state', '!=', 'draft')
    .orderBy('version', 'desc')
    .executeTakeFirst();
}

/** Keeps a model that is not in use yet, in place of any whose making was broken off; answers its version. */
export async function draftModel(
  transaction: Queries,
  { model, report, trainedOn }: Omit<KeptModel, 'version'>,
  now: Date,
): Promise<number> {
  await transaction.deleteFrom('churn_model').where('state', '=', 'draft').execute();
  const version = ((await newestVersion(transaction))?.version ?? 0) + 1;
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

/** Versions come into use one after the other, until the transaction ends. */
export const takeTurnInUse = (transaction: Queries) => takeTurn(transaction, 'churn model in use');

/** Puts a draft in place of the model that was in use; where somebody chose that one, it is kept beside it instead. Answers whether it is in use. */
export async function putInUse(transaction: Queries, version: number): Promise<boolean> {
  await takeTurnInUse(transaction);
  const chosen = await chosenVersion(transaction);
  if (chosen === undefined) await changeInUse(transaction, version);
  else await transaction.updateTable('churn_model').set({ state: 'replaced' }).where('version', '=', version).execute();
  return chosen === undefined;
}

/** The version in use, where somebody chose it over newer ones. */
async function chosenVersion(queries: Queries): Promise<number | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .select('version')
    .where('state', '=', 'current')
    .where('chosen_at', 'is not', null)
    .executeTakeFirst();
  return row?.version;
}

export async function changeInUse(transaction: Queries, version: number): Promise<void> {
  await transaction
    .updateTable('churn_model')
    .set({ state: 'replaced', chosen_by: null, chosen_at: null, chosen_reason: null })
    .where('state', '=', 'current')
    .execute();
  await transaction.updateTable('churn_model').set({ state: 'current' }).where('version', '=', version).execute();
}
