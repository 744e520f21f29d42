import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { type ModelReport, modelReportSchema } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import { parseModel, type TrainedModel } from './learner.ts';

export interface KeptModel {
  version: number;
  trainedOn: Day;
  model: TrainedModel;
  report: ModelReport;
}

export async function currentModel(queries: Queries): Promise<KeptModel | undefined> {
  const row = await queries.selectFrom('churn_model').selectAll().where('state', '=', 'current').executeTakeFirst();
  return (
    row && {
      version: row.version,
      trainedOn: row.trained_on,
      model: parseModel(row.model),
      report: modelReportSchema.parse(row.report),
    }
  );
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

/** Puts a model in place of the one before; answers its version. */
export async function keepModel(
  transaction: Queries,
  { model, report, trainedOn }: Omit<KeptModel, 'version'>,
  now: Date,
): Promise<number> {
  await transaction.updateTable('churn_model').set({ state: 'replaced' }).where('state', '=', 'current').execute();
  const { last } = await transaction
    .selectFrom('churn_model')
    .select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await transaction
    .insertInto('churn_model')
    .values({ version, trained_on: trainedOn, made_at: now, model: storableJson(model), report: storableJson(report), state: 'current' })
    .execute();
  return version;
}
