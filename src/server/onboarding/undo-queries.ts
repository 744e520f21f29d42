import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { OnboardingAction } from '#shared/onboarding/onboarding.ts';

export interface UndoableCaseChange {
  institutionId: number;
  changedBy: string;
  changedAt: Date;
  action: OnboardingAction['action'];
  /** Version of the case before the change; `null` for a change before undo existed. */
  versionBefore: number | null;
  isUndone: boolean;
}

/**
 * Locks the change id and its cases until the transaction ends. Returns the versions of the cases.
 */
export async function lockChangedCases(
  transaction: Queries,
  changeId: string,
): Promise<Map<number, number>> {
  await acquireNamedLock(transaction, changeId);
  const { rows } = await sql<{ institution_id: number; version: number }>`
    select institution_id, version from onboarding_case
    where institution_id in (select institution_id from onboarding_change where change_id = ${changeId}::uuid)
    order by institution_id for update`.execute(transaction);
  return new Map(rows.map((row) => [row.institution_id, row.version]));
}

export async function findCaseChanges(
  queries: Queries,
  changeId: string,
): Promise<UndoableCaseChange[]> {
  const { rows } = await sql<UndoableCaseChange>`
    select institution_id as "institutionId", changed_by as "changedBy", changed_at as "changedAt", told->>'action' as action,
      (before->>'version')::integer as "versionBefore", undone_at is not null as "isUndone"
    from onboarding_change where change_id = ${changeId}::uuid order by institution_id`.execute(
    queries,
  );
  return rows;
}

/**
 * Restores the cases to their state before the change, with new versions. The caller must have
 * locked the cases and checked that they have not changed since.
 */
export async function restoreCases(
  queries: Queries,
  ids: readonly number[],
  changeId: string,
  at: Date,
): Promise<void> {
  const changes = sql`onboarding_change u where u.change_id = ${changeId}::uuid and u.institution_id = any(${ids}::bigint[])`;
  await sql`
    update onboarding_milestone m set done_on = (u.before->'graduation'->>'done_on')::date, done_by = (u.before->'graduation'->>'done_by')::uuid
    from ${changes} and u.told->>'action' = 'graduate' and m.milestone = 'graduation' and m.institution_id = u.institution_id`.execute(
    queries,
  );
  await sql`
    update onboarding_case c set extension_days = (u.before->>'extension_days')::integer, graduated_on = (u.before->>'graduated_on')::date,
      graduated_by = (u.before->>'graduated_by')::uuid, handed_over_on = (u.before->>'handed_over_on')::date, version = c.version + 1
    from ${changes} and c.institution_id = u.institution_id`.execute(queries);
  await sql`delete from onboarding_pause where institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
  await sql`
    insert into onboarding_pause (institution_id, from_on, until_on, reason)
    select u.institution_id, p.from_on, p.until_on, p.reason from (select * from ${changes}) as u,
      jsonb_to_recordset(u.before->'pauses') as p(from_on date, until_on date, reason text)`.execute(
    queries,
  );
  await sql`delete from onboarding_blocker where institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
  await sql`
    insert into onboarding_blocker (institution_id, from_on, until_on, blocker)
    select u.institution_id, b.from_on, b.until_on, b.blocker from (select * from ${changes}) as u,
      jsonb_to_recordset(u.before->'blockers') as b(from_on date, until_on date, blocker text)`.execute(
    queries,
  );
  await sql`
    update onboarding_change set undone_at = ${at}::timestamptz
    where change_id = ${changeId}::uuid and institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
}
