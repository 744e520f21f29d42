import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import './schema.ts';

/** 30 at once and 15 a second: at most 180 in any ten seconds, where HubSpot allows 190. */
const bucket = { size: 30, perSecond: 15 } as const;

/** Takes the right to one call. Answers false when there is none at the moment. */
export async function takeTurn(queries: Queries, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into hubspot_limit as l (tokens, filled_at) values (${bucket.size - 1}, ${now})
    on conflict (one_row) do update set
      tokens = least(${bucket.size}::float8, l.tokens + ${bucket.perSecond} * greatest(0, extract(epoch from excluded.filled_at - l.filled_at))) - 1,
      filled_at = greatest(l.filled_at, excluded.filled_at)
    where (l.blocked_until is null or l.blocked_until <= excluded.filled_at)
      and least(${bucket.size}::float8, l.tokens + ${bucket.perSecond} * greatest(0, extract(epoch from excluded.filled_at - l.filled_at))) >= 1
    returning 1`.execute(queries);
  return rows.length === 1;
}

/** Until when nobody may call; null while there is no such time. */
export async function blockedUntil(queries: Queries, now: Date): Promise<Date | null> {
  const row = await queries.selectFrom('hubspot_limit').select('blocked_until').where('blocked_until', '>', now).executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Lets no process call before a time; a later time that stands already is kept. */
export async function block(queries: Queries, until: Date, now: Date): Promise<void> {
  await sql`
    insert into hubspot_limit as l (tokens, filled_at, blocked_until) values (0, ${now}, ${until})
    on conflict (one_row) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until)`.execute(queries);
}
