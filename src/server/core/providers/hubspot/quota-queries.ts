import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { BucketName } from './schema.ts';

export interface Quota {
  name: BucketName;
  /** Burst size of the bucket, and the number of calls free now. */
  size: number;
  free: number;
  perSecond: number;
}

/** Returns the number of calls to HubSpot that are free now, per bucket. */
export async function readQuotas(queries: Queries, now: Date): Promise<Quota[]> {
  const { rows } = await sql<Quota>`
    select name, size::float8 as size, per_second::float8 as "perSecond",
      floor(least(size, tokens + per_second * greatest(0, extract(epoch from ${now}::timestamptz - filled_at))))::float8 as free
    from hubspot_bucket order by name`.execute(queries);
  return rows;
}
