import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableText } from '#server/core/db/storable.ts';
import type { predictionVerdictKinds } from '#shared/churn/predictions/list.ts';

interface Verdict {
  verdictId: string;
  institutionIds: readonly number[];
  verdict: (typeof predictionVerdictKinds)[number];
  reason: string;
  userId: string;
  at: Date;
}

/**
 * Saves a verdict on the newest prediction of each institution, with the prediction's tier. Skips
 * institutions that are in no tier. Returns the institutions whose verdict was saved.
 */
export async function insertVerdicts(
  queries: Queries,
  { verdictId, institutionIds, verdict, reason, userId, at }: Verdict,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    insert into churn_verdict (institution_id, verdict_id, verdict, reason, decided_by, decided_at, day, tier, model_version)
    select p.institution_id, ${verdictId}::uuid, ${verdict}, ${storableText(reason)}, ${userId}::uuid, ${at}::timestamptz, p.day, p.tier, p.model_version
    from churn_prediction p
    where p.day = (select max(day) from churn_prediction where not is_backtest) and p.tier is not null
      and p.institution_id = any(${institutionIds}::bigint[])
    on conflict (institution_id, verdict_id) do nothing returning institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

/**
 * Returns the author and the time of a verdict; `undefined` for an unknown or undone verdict. If
 * several users have saved a verdict with the id, prefers the verdict of `userId`.
 */
export const findVerdictAuthor = (queries: Queries, verdictId: string, userId: string) =>
  queries
    .selectFrom('churn_verdict')
    .select(['decided_by', 'decided_at'])
    .where('verdict_id', '=', verdictId)
    .orderBy((of) => of('decided_by', '=', userId), 'desc')
    .limit(1)
    .executeTakeFirst();

/** Deletes a user's verdict. Returns its institutions. */
export async function deleteVerdict(
  queries: Queries,
  verdictId: string,
  userId: string,
): Promise<number[]> {
  const rows = await queries
    .deleteFrom('churn_verdict')
    .where('verdict_id', '=', verdictId)
    .where('decided_by', '=', userId)
    .returning('institution_id')
    .execute();
  return rows.map((row) => row.institution_id);
}

/** Returns the institutions for which any user has already saved this verdict id. */
export async function findInstitutionsWithVerdictId(
  queries: Queries,
  verdictId: string,
  institutionIds: readonly number[],
): Promise<number[]> {
  const rows = await queries
    .selectFrom('churn_verdict')
    .select('institution_id')
    .where('verdict_id', '=', verdictId)
    .where('institution_id', 'in', institutionIds)
    .execute();
  return rows.map((row) => row.institution_id);
}
