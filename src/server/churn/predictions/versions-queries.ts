import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storable } from '#server/core/db/storable.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { type ModelReport, modelReportSchema } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import { changeInUse, newestVersion, takeTurnInUse } from './model-queries.ts';

/** A version older than so many is not listed, unless it is in use. */
const mostVersions = 20;

export interface ModelVersion {
  version: number;
  trainedOn: Day;
  report: ModelReport;
  isCurrent: boolean;
  /** Who chose it over newer ones, when and why. */
  chosen: { by: string; at: Date; reason: string } | null;
}

/** Newest first, without the models themselves. */
export async function modelVersions(queries: Queries): Promise<ModelVersion[]> {
  const { rows } = await sql<Omit<ModelVersion, 'report' | 'chosen'> & { report: unknown; by: string; at: Date | null; reason: string }>`
    select version, trained_on as "trainedOn", report, state = 'current' as "isCurrent", chosen_at as at, chosen_reason as reason,
      coalesce(person.name, 'Somebody') as by
    from churn_model left join person on person.user_id = chosen_by
    where state = 'current' or version in (select version from churn_model where state <> 'draft' order by version desc limit ${mostVersions})
    order by version desc`.execute(queries);
  return rows.map(({ report, by, at, reason, ...row }) => ({
    ...row,
    report: modelReportSchema.parse(report),
    chosen: at === null ? null : { by, at, reason },
  }));
}

/** The version that the back-tested predictions of past Sundays were made with. */
export async function backtestedVersion(queries: Queries): Promise<number | null> {
  const row = await queries
    .selectFrom('churn_prediction')
    .select(({ fn }) => fn.max('model_version').as('version'))
    .where('is_backtest', '=', true)
    .executeTakeFirst();
  return row?.version ?? null;
}

interface Choice {
  modelVersion: number;
  /** What the person saw in use. */
  versionInUse: number;
  reason: string;
  userId: string;
  at: Date;
}

/**
 * Puts a version in use. One that is not the newest stays so until somebody chooses again; after the newest, each training comes into
 * use by itself. Answers whether that changed anything.
 */
export async function chooseVersion(
  transaction: Queries,
  { modelVersion: version, versionInUse, reason, userId, at }: Choice,
): Promise<boolean> {
  await takeTurnInUse(transaction);
  const current = await transaction.selectFrom('churn_model').select('version').where('state', '=', 'current').executeTakeFirst();
  if (current?.version === version) return false;
  const asked = await transaction.selectFrom('churn_model').select('state').where('version', '=', version).executeTakeFirst();
  if (asked?.state !== 'replaced') throw notFound('This version');
  if (current?.version !== versionInUse) throw conflict('Another version has come into use in the meantime. Look at the versions again.');
  await changeInUse(transaction, version);
  if ((await newestVersion(transaction))?.version !== version)
    await transaction
      .updateTable('churn_model')
      .set({ chosen_by: userId, chosen_at: at, chosen_reason: storable(reason) })
      .where('version', '=', version)
      .execute();
  return true;
}
