import type { Selectable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { storableJson } from '#server/core/db/storable.ts';
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

/** The model that was in use on a past day: the newest that had been trained by then. */
export async function modelOn(queries: Queries, day: Day): Promise<KeptModel | undefined> {
  const row = await queries
    .selectFrom('churn_model')
    .selectAll()
    .where('trained_on', '<=', day)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row && keptModel(row);
}

/** Newest first, without the models themselves. */
export async function modelVersions(
  queries: Queries,
): Promise<{ version: number; trainedOn: Day; report: ModelReport; isCurrent: boolean }[]> {
  const rows = await queries
    .selectFrom('churn_model')
    .select(['version', 'trained_on', 'report', 'state'])
    .orderBy('version', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    trainedOn: row.trained_on,
    report: modelReportSchema.parse(row.report),
    isCurrent: row.state === 'current',
  }));
}

/** Keeps a model that is not in use yet, in place of any whose making was broken off; answers its version. */
export async function draftModel(
  transaction: Queries,
  { model, report, trainedOn }: Omit<KeptModel, 'version'>,
  now: Date,
): Promise<number> {
  const used = await transaction.selectFrom('churn_model').select('version').where('state', '=', 'current').executeTakeFirst();
  const version = (used?.version ?? 0) + 1;
  await transaction.deleteFrom('churn_model').where('version', '>=', version).execute();
  await transaction
    .insertInto('churn_model')
    .values({ version, trained_on: trainedOn, made_at: now, model: storableJson(model), report: storableJson(report), state: 'replaced' })
    .execute();
  return version;
}

/** Puts a model in place of the one that was in use. */
export async function putInUse(transaction: Queries, version: number): Promise<void> {
  await transaction.updateTable('churn_model').set({ state: 'replaced' }).where('state', '=', 'current').execute();
  await transaction.updateTable('churn_model').set({ state: 'current' }).where('version', '=', version).execute();
}
