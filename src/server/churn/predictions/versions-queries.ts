import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableText } from '#server/core/db/storable.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { type ModelReport, modelReportSchema } from '#shared/churn/quality/quality.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  lockActiveModelVersion,
  newestModelVersion,
  setActiveModelVersion,
} from './model-queries.ts';

/** Maximum number of listed versions. The active version is always listed. */
const mostVersions = 20;

export interface ModelVersion {
  version: number;
  trainedOn: Day;
  report: ModelReport;
  isCurrent: boolean;
  /**
   * Admin who chose this version instead of a newer version, with the time and the reason; `null`
   * when the version was not chosen.
   */
  chosen: { by: string; at: Date; reason: string } | null;
}

/** Returns the model versions, newest first, without the models themselves. */
export async function findModelVersions(queries: Queries): Promise<ModelVersion[]> {
  const { rows } = await sql<
    Omit<ModelVersion, 'report' | 'chosen'> & {
      report: unknown;
      by: string;
      at: Date | null;
      reason: string;
    }
  >`
    select version, trained_on as "trainedOn", report, state = 'current' as "isCurrent", chosen_at as at, chosen_reason as reason,
      coalesce(person.name, 'Former user') as by
    from churn_model left join person on person.user_id = chosen_by
    where state = 'current' or version in (select version from churn_model where state <> 'draft' order by version desc limit ${mostVersions})
    order by version desc`.execute(queries);
  return rows.map(({ report, by, at, reason, ...row }) => ({
    ...row,
    report: modelReportSchema.parse(report),
    chosen: at === null ? null : { by, at, reason },
  }));
}

/** Returns the version of the model that made the backtest predictions. */
export async function findBacktestedModelVersion(queries: Queries): Promise<number | null> {
  const row = await queries
    .selectFrom('churn_prediction')
    .select(({ fn }) => fn.max('model_version').as('version'))
    .where('is_backtest', '=', true)
    .executeTakeFirst();
  return row?.version ?? null;
}

interface Choice {
  modelVersion: number;
  /** Version that was active when the user chose. */
  versionInUse: number;
  reason: string;
  userId: string;
  at: Date;
}

/**
 * Activates a version. If it is not the newest version, it stays active until an admin chooses
 * another version. If it is the newest, each later training activates the version that it trains.
 * Returns `false` when the version is already active.
 */
export async function activateChosenModelVersion(
  transaction: Queries,
  { modelVersion: version, versionInUse, reason, userId, at }: Choice,
): Promise<boolean> {
  await lockActiveModelVersion(transaction);
  const current = await transaction
    .selectFrom('churn_model')
    .select('version')
    .where('state', '=', 'current')
    .executeTakeFirst();
  if (current?.version === version) return false;
  const asked = await transaction
    .selectFrom('churn_model')
    .select('state')
    .where('version', '=', version)
    .executeTakeFirst();
  if (asked?.state !== 'replaced') throw notFound('This version');
  if (current?.version !== versionInUse)
    throw conflict(
      'Another version was activated in the meantime. Reload the versions and choose again.',
    );
  await setActiveModelVersion(transaction, version);
  if ((await newestModelVersion(transaction))?.version !== version)
    await transaction
      .updateTable('churn_model')
      .set({ chosen_by: userId, chosen_at: at, chosen_reason: storableText(reason) })
      .where('version', '=', version)
      .execute();
  return true;
}
