import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

interface Hits {
  hits: number;
  millisecondsLeft: number;
}

/**
 * Adds hits to the windows, which are measured by the database's clock, and returns the totals by
 * hash. A window that has ended starts again.
 */
export async function exchangeRateLimitHits(
  queries: Queries,
  added: readonly (Hits & { hash: string })[],
): Promise<Map<string, Hits>> {
  const { rows } = await sql<Hits & { hash: string }>`
    insert into rate_window as w (hash, hits, ends_at)
    select hash, hits, now() + make_interval(secs => ms / 1000)
    from unnest(${added.map(({ hash }) => hash)}::text[], ${added.map(({ hits }) => hits)}::int[],
      ${added.map(({ millisecondsLeft }) => millisecondsLeft)}::float8[]) as added(hash, hits, ms)
    order by hash
    on conflict (hash) do update set
      hits = case when w.ends_at <= now() then excluded.hits else w.hits + excluded.hits end,
      ends_at = case when w.ends_at <= now() or w.hits = 0 then excluded.ends_at else w.ends_at end
    returning hash, hits, (extract(epoch from ends_at - now()) * 1000)::float8 as "millisecondsLeft"`.execute(
    queries,
  );
  return new Map(rows.map(({ hash, ...hits }) => [hash, hits]));
}

export async function deleteEndedRateLimitWindows(queries: Queries): Promise<void> {
  await sql`delete from rate_window where ends_at < now()`.execute(queries);
}
