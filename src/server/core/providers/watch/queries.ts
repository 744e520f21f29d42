import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableText } from '#server/core/db/storable.ts';
import type { ProviderKind } from '#shared/core/provider-names.ts';

const longestError = 500;

/** Saves the time of the last answered call, unless a later time is already saved. */
export async function saveAnsweredCall(
  queries: Queries,
  provider: ProviderKind,
  at: Date,
  milliseconds: number,
): Promise<void> {
  await sql`
    insert into provider_call as c (provider, answered_at, milliseconds) values (${provider}, ${at}::timestamptz, ${milliseconds})
    on conflict (provider) do update set answered_at = excluded.answered_at, milliseconds = excluded.milliseconds
    where c.answered_at is null or c.answered_at <= excluded.answered_at`.execute(queries);
}

export async function saveFailedCall(
  queries: Queries,
  provider: ProviderKind,
  at: Date,
  error: string,
): Promise<void> {
  await sql`
    insert into provider_call as c (provider, failed_at, error) values (${provider}, ${at}::timestamptz, ${storableText(error).slice(0, longestError)})
    on conflict (provider) do update set failed_at = excluded.failed_at, error = excluded.error
    where c.failed_at is null or c.failed_at <= excluded.failed_at`.execute(queries);
}

export const lastProviderCalls = (queries: Queries) =>
  queries.selectFrom('provider_call').selectAll().execute();
