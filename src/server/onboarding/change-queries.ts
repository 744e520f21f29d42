import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Day } from '#shared/core/dates.ts';
import type { OnboardingAction } from '#shared/onboarding/onboarding.ts';

export interface OnboardingChange {
  changeId: string;
  userId: string;
  at: Date;
  today: Day;
  change: OnboardingAction;
}

/**
 * Locks the cases and the change id until the transaction ends. Returns the versions of the cases.
 */
export async function lockCases(
  transaction: Queries,
  changeId: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  await acquireNamedLock(transaction, changeId);
  const { rows } = await sql<{ institution_id: number; version: number }>`
    select institution_id, version from onboarding_case where institution_id = any(${ids}::bigint[]) order by institution_id for update`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.institution_id, row.version]));
}

/**
 * Returns the cases that were already changed under this id. `same` is `true` when the earlier
 * change has the same user and action as this change.
 */
export async function findRepeatedCaseChange(
  queries: Queries,
  ids: readonly number[],
  { changeId, userId, change }: OnboardingChange,
) {
  const { rows } = await sql<{ institution_id: number; same: boolean }>`
    select institution_id, changed_by = ${userId}::uuid and told = ${JSON.stringify(change)}::jsonb as same from onboarding_change
    where institution_id = any(${ids}::bigint[]) and change_id = ${changeId}::uuid`.execute(
    queries,
  );
  return rows;
}

/** Records the change with each case as it is before the change. */
export async function recordCaseChange(
  queries: Queries,
  ids: readonly number[],
  { changeId, userId, at, change }: OnboardingChange,
): Promise<void> {
  await sql`
    insert into onboarding_change (institution_id, change_id, changed_by, changed_at, told, before)
    select c.institution_id, ${changeId}::uuid, ${userId}::uuid, ${at}::timestamptz, ${JSON.stringify(change)}::jsonb,
      jsonb_build_object('version', c.version, 'extension_days', c.extension_days, 'graduated_on', c.graduated_on,
        'graduated_by', c.graduated_by, 'handed_over_on', c.handed_over_on,
        'graduation', (select jsonb_build_object('done_on', m.done_on, 'done_by', m.done_by) from onboarding_milestone m
          where m.institution_id = c.institution_id and m.milestone = 'graduation' and m.product = ''),
        'pauses', (select coalesce(jsonb_agg(to_jsonb(p) - 'institution_id'), '[]') from onboarding_pause p where p.institution_id = c.institution_id),
        'blockers', (select coalesce(jsonb_agg(to_jsonb(b) - 'institution_id'), '[]') from onboarding_blocker b where b.institution_id = c.institution_id))
    from onboarding_case c where c.institution_id = any(${ids}::bigint[])`.execute(queries);
  await sql`update onboarding_case set version = version + 1 where institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
}

/**
 * Applies the change to the cases. The caller must have locked the cases and checked that the
 * action is allowed.
 */
export async function applyCaseChange(
  queries: Queries,
  ids: readonly number[],
  { change, userId, today }: OnboardingChange,
): Promise<void> {
  const some = sql`institution_id = any(${ids}::bigint[])`;
  const day = sql`${today}::date`;
  const write = (statement: RawBuilder<unknown>) => statement.execute(queries);
  const endOf = (table: string) =>
    write(sql`update ${sql.table(table)} set until_on = ${day} where ${some} and until_on is null`);
  switch (change.action) {
    case 'complete':
    case 'reopen': {
      const isDone = change.action === 'complete';
      await write(sql`
        update onboarding_milestone set done_on = ${isDone ? today : null}::date, done_by = ${isDone ? userId : null}::uuid, evidence = null
        where ${some} and milestone = ${change.milestone} and product = ${change.product ?? ''}`);
      if (change.milestone === 'kickoff')
        await write(
          sql`update onboarding_case set kickoff_on = ${isDone ? today : null}::date where ${some}`,
        );
      if (change.milestone === 'contract')
        await write(
          sql`update onboarding_case set contract_on = ${isDone ? today : null}::date where ${some}`,
        );
      return;
    }
    case 'block':
      await endOf('onboarding_blocker');
      await write(sql`
        insert into onboarding_blocker (institution_id, from_on, blocker) select id, ${day}, ${change.blocker} from unnest(${ids}::bigint[]) as id
        on conflict (institution_id, from_on) do update set blocker = excluded.blocker, until_on = null`);
      return;
    case 'unblock':
      await endOf('onboarding_blocker');
      return;
    case 'pause':
      await write(sql`
        insert into onboarding_pause (institution_id, from_on, reason) select id, ${day}, ${change.reason} from unnest(${ids}::bigint[]) as id
        on conflict (institution_id, from_on) do update set reason = excluded.reason, until_on = null`);
      return;
    case 'resume':
      await endOf('onboarding_pause');
      return;
    case 'extend':
      await write(
        sql`update onboarding_case set extension_days = least(extension_days + ${change.days}, 365) where ${some}`,
      );
      return;
    case 'graduate':
      await write(
        sql`update onboarding_case set graduated_on = ${day}, graduated_by = ${userId}::uuid where ${some}`,
      );
      await write(
        sql`update onboarding_milestone set done_on = ${day}, done_by = ${userId}::uuid where ${some} and milestone = 'graduation'`,
      );
      await endOf('onboarding_pause');
      await endOf('onboarding_blocker');
      return;
    case 'hand_over':
      await write(sql`update onboarding_case set handed_over_on = ${day} where ${some}`);
  }
}
