import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { products } from '#shared/core/products.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';

export const toBenchmark = (
  row: Omit<Selectable<Schema['benchmark_week']>, 'week_start'>,
): Benchmark => ({
  product: row.product,
  sizeTier: row.size_tier === '' ? null : row.size_tier,
  practiceType: row.practice_type === '' ? null : row.practice_type,
  peerLevel: row.peer_level,
  benchmark: row.benchmark,
  quartileLow: row.quartile_low,
  quartileHigh: row.quartile_high,
  isPerLocation: products[row.product].isPerLocation,
  institutions: row.institutions,
  locations: row.locations,
});
