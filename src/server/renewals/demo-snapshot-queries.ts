import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';

/** Returns the changes of renewals before a day, oldest first. */
export async function findRenewalChangesBefore(
  queries: Queries,
  day: Day,
): Promise<{ dealId: number; change: RenewalChange }[]> {
  const { rows } = await sql<{ dealId: number; change: RenewalChange }>`
    select deal_id as "dealId", told as change from renewal_change where changed_at < ${day}::date order by changed_at`.execute(
    queries,
  );
  return rows;
}

/** Returns the health of all customers in an official week. */
export async function findHealthOfWeek(
  queries: Queries,
  weekStart: Day,
): Promise<{ institutionId: number; adoptionScore: number | null; healthTier: HealthTier }[]> {
  const { rows } = await sql<{
    institutionId: number;
    adoptionScore: number | null;
    healthTier: HealthTier;
  }>`
    select institution_id as "institutionId", adoption_score as "adoptionScore", health_tier as "healthTier" from score_week
    where week_start = ${weekStart}::date`.execute(queries);
  return rows;
}

/** Returns the ids of the customers whose notice was given on `day` or later. */
export async function findCustomersWithNoticeFrom(
  queries: Queries,
  day: Day,
): Promise<Set<number>> {
  const rows = await queries
    .selectFrom('churn_event')
    .select('institution_id')
    .where('noticed_on', '>=', day)
    .execute();
  return new Set(rows.map(({ institution_id }) => institution_id));
}
