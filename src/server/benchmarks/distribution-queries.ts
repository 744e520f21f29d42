import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { selectWeekPeersSql } from '#server/scoring/peers-sql.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { PeerGroupLevel, SizeTier } from '#shared/core/tiers.ts';

/** Filter for the peers of a product. A field that is `null` does not filter. */
export interface PeerGroupFilter {
  product: ProductKey;
  peerLevel: PeerGroupLevel;
  sizeTier: SizeTier | null;
  practiceType: string | null;
}

const members = (week: Day, { product, sizeTier, practiceType }: PeerGroupFilter) => sql`
  select locations, value from (${selectWeekPeersSql(week)}) peer
  where product = ${product} and (${sizeTier}::text is null or size_tier = ${sizeTier}) and (${practiceType}::text is null or practice_type = ${practiceType})`;

interface GroupFigures {
  institutions: number;
  locations: number | null;
  /** The 25th, 50th, 75th and 97.5th percentiles; `null` for an empty group. */
  quantiles: number[] | null;
  below: number;
  equal: number;
}

/**
 * Returns the size and the percentiles of the group, and the number of members below `value` and at
 * `value`.
 */
export async function findPeerGroupFigures(
  queries: Queries,
  week: Day,
  group: PeerGroupFilter,
  value: number | null,
): Promise<GroupFigures> {
  const { rows } = await sql<GroupFigures>`
    with member as (${members(week, group)})
    select count(*) as institutions, sum(locations) as locations,
      percentile_cont(array[0.25, 0.5, 0.75, 0.975]) within group (order by value) as quantiles,
      count(*) filter (where value < ${value}::float8) as below, count(*) filter (where value = ${value}::float8) as equal
    from member`.execute(queries);
  return rows[0] ?? { institutions: 0, locations: 0, quantiles: null, below: 0, equal: 0 };
}

/** Counts institutions by bin of the histogram. The last bin includes all higher values. */
export async function countHistogramBins(
  queries: Queries,
  week: Day,
  group: PeerGroupFilter,
  width: number,
  bins: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ bin: number; institutions: number }>`
    select least(floor(value / ${width}::float8), ${bins - 1}::float8)::int as bin, count(*) as institutions
    from (${members(week, group)}) member group by 1`.execute(queries);
  return new Map(rows.map(({ bin, institutions }) => [bin, institutions]));
}

/**
 * Returns an institution's usage of a product in a week. The fields are `null` when the institution
 * was not scored or lacks the product. Returns `undefined` for an unknown id.
 */
export async function findInstitutionUsage(
  queries: Queries,
  week: Day | null,
  institution: number,
  product: ProductKey,
) {
  return queries
    .selectFrom('institution as i')
    .leftJoin('score_week as s', (on) =>
      on.onRef('s.institution_id', '=', 'i.institution_id').on('s.week_start', '=', week),
    )
    .leftJoin('product_week as p', (on) =>
      on
        .onRef('p.institution_id', '=', 'i.institution_id')
        .on('p.week_start', '=', week)
        .on('p.product', '=', product),
    )
    .select([
      'i.name',
      's.size_tier',
      's.practice_type',
      's.measured_locations',
      's.in_grace',
      'p.entitled',
      'p.usage',
      'p.peer_level',
    ])
    .where('i.institution_id', '=', institution)
    .executeTakeFirst();
}

export const findStoredBenchmark = (
  queries: Queries,
  week: Day,
  product: ProductKey,
  sizeTier: SizeTier,
) =>
  queries
    .selectFrom('benchmark_week')
    .select('institutions')
    .where('week_start', '=', week)
    .where('product', '=', product)
    .where('peer_level', '=', 'tier')
    .where('size_tier', '=', sizeTier)
    .executeTakeFirst();
