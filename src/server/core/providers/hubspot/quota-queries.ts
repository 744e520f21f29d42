import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { RateLimitBucketName } from './schema.ts';

export interface BucketCallCapacity {
  name: RateLimitBucketName;
  /** Maximum number of calls in a burst. */
  size: number;
  /** Number of calls that can be made now without waiting. */
  free: number;
  perSecond: number;
}

/** Returns the number of calls that each bucket allows now. */
export async function readBucketCallCapacities(
  queries: Queries,
  now: Date,
): Promise<BucketCallCapacity[]> {
  const { rows } = await sql<BucketCallCapacity>`
    select name, size::float8 as size, per_second::float8 as "perSecond",
      floor(least(size, tokens + per_second * greatest(0, extract(epoch from ${now}::timestamptz - filled_at))))::float8 as free
    from hubspot_bucket order by name`.execute(queries);
  return rows;
}
