import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { RenewalBefore } from '#shared/renewals/renewals.ts';
import { comparisonDays } from '#shared/renewals/week-changes.ts';

/** Renewal as it is stored in a snapshot. */
export type SnapshotRenewal = RenewalBefore & { institutionId: number; dealId: number };

/**
 * Adds renewals to the snapshot of a day. A renewal that the snapshot already contains stays
 * unchanged.
 */
export async function insertRenewalSnapshot(
  queries: Queries,
  takenOn: Day,
  renewals: readonly SnapshotRenewal[],
): Promise<void> {
  const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100));
  await sql`
    insert into renewal_snapshot (institution_id, deal_id, taken_on, due_on, amount_cents, expected_cents, forecast, stage)
    select institution_id, deal_id, ${takenOn}::date, due_on, amount_cents, expected_cents, forecast, stage
    from unnest(${renewals.map((each) => each.institutionId)}::bigint[], ${renewals.map((each) => each.dealId)}::bigint[],
      ${renewals.map((each) => each.dueOn)}::date[], ${renewals.map((each) => cents(each.amountDue))}::bigint[],
      ${renewals.map((each) => cents(each.expected))}::bigint[], ${renewals.map((each) => each.forecast)}::text[],
      ${renewals.map((each) => each.stage)}::text[]) as given (institution_id, deal_id, due_on, amount_cents, expected_cents, forecast, stage)
    on conflict do nothing`.execute(queries);
}

export async function hasRenewalSnapshot(queries: Queries, takenOn: Day): Promise<boolean> {
  const found = await queries
    .selectFrom('renewal_snapshot')
    .select('taken_on')
    .where('taken_on', '=', takenOn)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns noon UTC on the day of the newest snapshot, which is on that day in all American time
 * zones; `null` without a snapshot.
 */
export async function findLastSnapshotTime(queries: Queries): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select (max(taken_on) + time '12:00') at time zone 'UTC' as at from renewal_snapshot`.execute(
    queries,
  );
  return rows[0]?.at ?? null;
}

/**
 * Returns the day of the snapshot with which the renewals of `today` are compared: the newest one
 * that is at least `comparisonDays` old, otherwise the oldest earlier one. Returns `null` without an
 * earlier snapshot.
 */
export async function findComparisonDay(queries: Queries, today: Day): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select coalesce(
      (select max(taken_on) from renewal_snapshot where taken_on <= ${today}::date - ${comparisonDays}::integer),
      (select min(taken_on) from renewal_snapshot where taken_on < ${today}::date)) as day`.execute(
    queries,
  );
  return rows[0]?.day ?? null;
}

/** Renewal of a snapshot, with the current state of its deal. */
export interface ComparedRenewal extends SnapshotRenewal {
  institutionName: string;
  ownerName: string | null;
  hasLeft: boolean;
  hasDeal: boolean;
}

/** Returns the renewals in the snapshot of a day. */
export async function findSnapshotRenewals(
  queries: Queries,
  takenOn: Day,
): Promise<ComparedRenewal[]> {
  const { rows } = await sql<ComparedRenewal>`
    select s.institution_id as "institutionId", s.deal_id as "dealId", s.due_on as "dueOn", s.amount_cents / 100.0 as "amountDue",
      s.expected_cents / 100.0 as expected, s.forecast, s.stage, i.name as "institutionName", o.name as "ownerName",
      i.churned_on is not null as "hasLeft", d.deal_id is not null as "hasDeal"
    from renewal_snapshot s join institution i using (institution_id)
    left join crm_deal d using (institution_id, deal_id)
    left join shown_owner o on o.owner_id = d.owner_id
    where s.taken_on = ${takenOn}::date`.execute(queries);
  return rows;
}
