import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { TokenBucket } from './rules.ts';
import type { RateLimitBucketName } from './schema.ts';

/** Takes a token for one call. Returns 0, or the seconds to wait until a token is free. */
export async function takeCallToken(
  queries: Queries,
  name: RateLimitBucketName,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    with filled as (
      select name, per_second, least(size, tokens + per_second * greatest(0, extract(epoch from ${now}::timestamptz - filled_at))) as level,
        greatest(0, extract(epoch from filled_at - ${now}::timestamptz)) as rest
      from hubspot_bucket where name = ${name} for update
    ), taken as (
      select *, rest = 0 and level > 0.999999 as is_mine from filled
    )
    update hubspot_bucket b
    set tokens = case when t.is_mine then greatest(0, t.level - 1) else t.level end, filled_at = greatest(b.filled_at, ${now}::timestamptz)
    from taken t where b.name = t.name
    returning case when t.is_mine then 0 else t.rest + greatest(0, 1 - t.level) / t.per_second end::float8 as wait`.execute(
    queries,
  );
  return rows[0]?.wait ?? 0;
}

/**
 * Blocks the calls of a bucket until `until`. Also empties the bucket, so that no burst follows.
 */
export async function blockTokenBucketUntil(
  queries: Queries,
  name: RateLimitBucketName,
  until: Date,
): Promise<void> {
  await sql`update hubspot_bucket set tokens = 0, filled_at = greatest(filled_at, ${until}::timestamptz) where name = ${name}`.execute(
    queries,
  );
}

export async function resizeTokenBucket(
  queries: Queries,
  name: RateLimitBucketName,
  { size, perSecond }: TokenBucket,
): Promise<void> {
  await queries
    .updateTable('hubspot_bucket')
    .set((of) => ({
      size,
      per_second: perSecond,
      tokens: of.fn<number>('least', ['tokens', of.val(size)]),
    }))
    .where('name', '=', name)
    .execute();
}

/** Returns the time until which all calls are blocked; `null` when calls are not blocked. */
export async function callsBlockedUntil(queries: Queries, now: Date): Promise<Date | null> {
  const row = await queries
    .selectFrom('hubspot_limit')
    .select('blocked_until')
    .where('blocked_until', '>', now)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Blocks the calls of all processes until `until`, unless they are already blocked for longer. */
export async function blockAllCallsUntil(queries: Queries, until: Date): Promise<void> {
  await sql`
    insert into hubspot_limit as l (blocked_until) values (${until})
    on conflict (one_row) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until)`.execute(
    queries,
  );
}
