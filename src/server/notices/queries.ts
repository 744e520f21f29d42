import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { userOrFormerSql } from '#server/work/people-queries.ts';
import type { Notice } from '#shared/notices/notices.ts';

/** Returns the notices of current customers, or of one customer, earliest departure first. */
export async function findNotices(
  queries: Queries,
  institutionId: number | null = null,
): Promise<(Notice & { institutionId: number; institutionName: string })[]> {
  const { rows } = await sql<Notice & { institutionId: number; institutionName: string }>`
    select e.institution_id as "institutionId", i.name as "institutionName", e.loss_id as "lossId", e.noticed_on as "noticedOn",
      e.effective_on as "leavesOn", e.reason, e.reason_detail as "reasonDetail",
      case when s.loss_id is not null then json_build_object('owner', ${userOrFormerSql('s.owner_id')}, 'dueOn', s.due_on, 'plan', s.plan,
        'recordedBy', ${userOrFormerSql('s.recorded_by')}, 'hasFailed', s.failed_at is not null, 'version', s.version) end as "saveAttempt"
    from churn_event e join institution i using (institution_id)
    left join save_attempt s using (institution_id, loss_id)
    where e.taken_back_at is null and i.churned_on is null and (${institutionId}::bigint is null or e.institution_id = ${institutionId}::bigint)
    order by e.effective_on, e.institution_id`.execute(queries);
  return rows;
}

/** Returns a text that changes with notices and with attempts to keep customers. */
export async function readNoticesVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(',', count(*), sum(e.version), count(s.version), sum(s.version)) as version
    from churn_event e left join save_attempt s using (institution_id, loss_id)`.execute(queries);
  return rows[0]?.version ?? '';
}

/**
 * Locks the notice of a current customer until the transaction ends. Returns `false` without one.
 */
export async function lockNotice(
  transaction: Queries,
  institutionId: number,
  lossId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from churn_event e join institution i using (institution_id)
    where institution_id = ${institutionId} and loss_id = ${lossId}::uuid and taken_back_at is null and i.churned_on is null for update of e`.execute(
    transaction,
  );
  return rows.length > 0;
}

export const findSaveAttempt = (queries: Queries, institutionId: number, lossId: string) =>
  queries
    .selectFrom('save_attempt')
    .select(['owner_id as ownerId', 'due_on as dueOn', 'plan', 'version', 'failed_at as failedAt'])
    .where('institution_id', '=', institutionId)
    .where('loss_id', '=', lossId)
    .executeTakeFirst();

/** Saves the attempt to keep a customer with a locked notice. */
export async function saveSaveAttempt(
  transaction: Queries,
  attempt: {
    institutionId: number;
    lossId: string;
    ownerId: string;
    dueOn: string;
    plan: string;
    userId: string;
    at: Date;
    version: number;
  },
): Promise<void> {
  const { institutionId, lossId, ownerId, dueOn, plan, userId, at, version } = attempt;
  const values = {
    owner_id: ownerId,
    due_on: dueOn,
    plan,
    recorded_by: userId,
    recorded_at: at,
    failed_at: null,
    outcome_note: null,
    version,
  };
  await transaction
    .insertInto('save_attempt')
    .values({ institution_id: institutionId, loss_id: lossId, ...values })
    .onConflict((row) => row.columns(['institution_id', 'loss_id']).doUpdateSet(values))
    .execute();
}

/** Records that the attempt to keep a customer with a locked notice failed. */
export async function saveSaveAttemptFailure(
  transaction: Queries,
  { institutionId, lossId }: { institutionId: number; lossId: string },
  { note, at, version }: { note: string; at: Date; version: number },
): Promise<void> {
  await transaction
    .updateTable('save_attempt')
    .set({ failed_at: at, outcome_note: note, version })
    .where('institution_id', '=', institutionId)
    .where('loss_id', '=', lossId)
    .execute();
}
