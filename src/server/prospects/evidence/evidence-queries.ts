import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { PeerGroupLevel, SizeTier } from '#shared/core/tiers.ts';
import type { ProspectTraits } from '#shared/prospects/evidence/evidence.ts';

export interface BenchmarkRow {
  product: ProductKey;
  peerLevel: PeerGroupLevel;
  sizeTier: SizeTier;
  practiceType: string;
  benchmark: number;
  quartileLow: number;
  quartileHigh: number;
  institutions: number;
}

/** Returns the benchmarks of a week for the groups to which a customer with these traits belongs. */
export async function findBenchmarksFor(
  queries: Queries,
  week: Day,
  { sizeTier, practiceType }: ProspectTraits,
): Promise<BenchmarkRow[]> {
  const { rows } = await sql<BenchmarkRow>`
    select product, peer_level as "peerLevel", size_tier as "sizeTier", practice_type as "practiceType", benchmark,
      quartile_low as "quartileLow", quartile_high as "quartileHigh", institutions
    from benchmark_week
    where week_start = ${week}::date and (peer_level = 'all' or size_tier = ${sizeTier} and (
      peer_level = 'tier' or peer_level = 'tier_and_type' and lower(practice_type) = lower(${practiceType})))
    order by institutions desc`.execute(queries);
  return rows;
}

export interface BestProduct {
  institutionId: number;
  product: ProductKey;
  score: number;
}

/** Returns the product with the highest score of each customer with a measurable product. */
export async function findBestProducts(
  queries: Queries,
  week: Day,
  institutionIds: readonly number[],
): Promise<Map<number, BestProduct>> {
  const { rows } = await sql<BestProduct>`
    select distinct on (institution_id) institution_id as "institutionId", product, score from product_week
    where institution_id = any(${institutionIds}::bigint[]) and week_start = ${week}::date and entitled and score is not null
    order by institution_id, score desc, product`.execute(queries);
  return new Map(rows.map((row) => [row.institutionId, row]));
}
