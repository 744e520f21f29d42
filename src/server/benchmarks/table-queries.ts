import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { selectWeekPeersSql } from '#server/scoring/peers-sql.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { PeerGroupLevel, SizeTier } from '#shared/core/tiers.ts';

/**
 * Returns a cache version that changes when a week is closed, the rules change or a customer
 * leaves.
 */
export async function benchmarkTableCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(closed_at) from official_week), (select max(rules_version_id) from rules_version),
      (select count(*) from institution where churned_on is not null)) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

/** Returns the benchmarks by size tier and of all institutions, from the week `since` on. */
export const findBenchmarksBySize = (queries: Queries, since: Day) =>
  queries
    .selectFrom('benchmark_week')
    .selectAll()
    .where('week_start', '>=', since)
    .where('peer_level', 'in', ['tier', 'all'])
    .orderBy('week_start')
    .execute();

export interface ComparedInstitutionsRow {
  product: ProductKey;
  size_tier: SizeTier;
  peer_level: PeerGroupLevel | null;
  institutions: number;
}

/**
 * Returns the number of institutions by product, size tier and level of the peer group used for
 * comparison. Includes only entitled institutions with at least one measured location.
 */
export async function countComparedInstitutions(
  queries: Queries,
  week: Day,
): Promise<ComparedInstitutionsRow[]> {
  const { rows } = await sql<ComparedInstitutionsRow>`
    select p.product, s.size_tier, p.peer_level, count(*) as institutions
    from product_week p
    join score_week s on s.institution_id = p.institution_id and s.week_start = p.week_start
    where p.week_start = ${week}::date and p.entitled and s.measured_locations > 0
    group by p.product, s.size_tier, p.peer_level`.execute(queries);
  return rows;
}

export interface DepartedPeersRow {
  product: ProductKey;
  size_tier: SizeTier;
  institutions: number;
}

/** Counts a week's peers that are no longer customers. */
export async function countDepartedPeers(queries: Queries, week: Day): Promise<DepartedPeersRow[]> {
  const { rows } = await sql<DepartedPeersRow>`
    select peer.product, peer.size_tier, count(*) as institutions
    from (${selectWeekPeersSql(week)}) peer join institution i on i.institution_id = peer.institution_id
    where i.churned_on is not null group by peer.product, peer.size_tier`.execute(queries);
  return rows;
}

export interface MembershipChangesRow {
  product: ProductKey;
  /** Size tier of the group; an empty string for the group of all institutions. */
  size_tier: SizeTier | '';
  joined: number;
  left: number;
  stayed: number;
  /**
   * Median usage in `week` of the institutions that were in the group in both weeks.
   * `stayed_before` is the median usage of the same institutions in the previous week.
   */
  stayed_now: number | null;
  stayed_before: number | null;
}

/**
 * Counts the institutions that joined, left and stayed in each group between the previous week and
 * `week`. Reads only the given products.
 */
export async function countMembershipChanges(
  queries: Queries,
  week: Day,
  level: 'tier' | 'all',
  productsToRead: readonly ProductKey[],
): Promise<MembershipChangesRow[]> {
  const isRequested = sql`product in (${sql.join(productsToRead.map((key) => sql.lit(key)))})`;
  const sizeTier = level === 'tier' ? sql`coalesce(n.size_tier, b.size_tier)` : sql`''`;
  const sameTier = level === 'tier' ? sql`and b.size_tier = n.size_tier` : sql``;
  const { rows } = await sql<MembershipChangesRow>`
    with pair as (
      select coalesce(n.product, b.product) as product, ${sizeTier} as size_tier, n.value as now, b.value as before
      from (select * from (${selectWeekPeersSql(week)}) peer where ${isRequested}) n
      full join (select * from (${selectWeekPeersSql(addDays(week, -7))}) peer where ${isRequested}) b on b.institution_id = n.institution_id and b.product = n.product ${sameTier}
    )
    select product, size_tier, count(*) filter (where before is null) as joined, count(*) filter (where now is null) as "left",
      count(*) filter (where now is not null and before is not null) as stayed,
      percentile_cont(0.5) within group (order by now) filter (where now is not null and before is not null) as stayed_now,
      percentile_cont(0.5) within group (order by before) filter (where now is not null and before is not null) as stayed_before
    from pair group by product, size_tier`.execute(queries);
  return rows;
}
