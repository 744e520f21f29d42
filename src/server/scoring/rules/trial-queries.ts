import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { RulesTrial, TrialResult } from '#shared/scoring/rules.ts';

export interface PendingTrial {
  trialId: string;
  rules: HealthRules;
  basedOn: number;
}

export const findOldestPendingTrial = (database: Queries): Promise<PendingTrial | undefined> =>
  database
    .selectFrom('rules_trial')
    .select(['trial_id as trialId', 'rules', 'based_on as basedOn'])
    .where('finished_at', 'is', null)
    .orderBy('requested_at')
    .orderBy('trial_id')
    .executeTakeFirst();

export const clearTrialWeeks = (database: Queries) =>
  sql`truncate benchmark_trial, score_trial, product_trial`.execute(database);

export async function saveTrialProgress(
  database: Queries,
  trialId: string,
  done: number,
  total: number,
): Promise<void> {
  await database
    .updateTable('rules_trial')
    .set({ weeks_done: done, weeks_total: total })
    .where('trial_id', '=', trialId)
    .execute();
}

export async function finishTrial(
  database: Queries,
  trialId: string,
  result: TrialResult,
  now: Date,
): Promise<void> {
  await database
    .updateTable('rules_trial')
    .set({ result: JSON.stringify(result), finished_at: now })
    .where('trial_id', '=', trialId)
    .execute();
}

export async function failTrial(
  database: Queries,
  trialId: string,
  error: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('rules_trial')
    .set({ error, finished_at: now })
    .where('trial_id', '=', trialId)
    .execute();
}

/** Inserts the trial. Returns `false` when a trial with the same id exists. */
export const insertTrial = (
  database: Queries,
  trial: {
    trialId: string;
    rules: HealthRules;
    basedOn: number;
    requestedBy: string;
    requestedAt: Date;
  },
): Promise<boolean> =>
  insertOnce(
    database.insertInto('rules_trial').values({
      trial_id: trial.trialId,
      rules: JSON.stringify(trial.rules),
      based_on: trial.basedOn,
      requested_by: trial.requestedBy,
      requested_at: trial.requestedAt,
    }),
  );

export async function findTrial(
  database: Queries,
  trialId: string,
): Promise<RulesTrial | undefined> {
  const row = await database
    .selectFrom('rules_trial as t')
    .innerJoin('app_user as u', 'u.user_id', 't.requested_by')
    .selectAll('t')
    .select('u.name')
    .where('trial_id', '=', trialId)
    .executeTakeFirst();
  return (
    row && {
      trialId: row.trial_id,
      rules: row.rules,
      basedOn: row.based_on,
      requestedBy: { id: row.requested_by, name: row.name },
      requestedAt: row.requested_at.toISOString(),
      weeksDone: row.weeks_done,
      weeksTotal: row.weeks_total,
      error: row.error,
      result: row.result,
    }
  );
}
