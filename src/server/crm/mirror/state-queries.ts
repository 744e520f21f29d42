import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Returns the start time of the last full or incremental pass; `null` before the first. */
export async function lastMirrorSyncAt(queries: Queries): Promise<Date | null> {
  return (
    (await queries.selectFrom('hubspot_mirror').select('as_of').executeTakeFirst())?.as_of ?? null
  );
}

/** Returns `true` when the database contains demo customers, whose deals a pass would remove. */
export async function hasDemoData(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select from demo_world limit 1`.execute(queries);
  return rows.length > 0;
}

export interface PublishedPassAndWatermark {
  /** Id of the pass whose rows are the mirror; `null` before the first pass. */
  published: string | null;
  watermark: Date | null;
}

/**
 * Duration of a pass's lease. Every page of records that the pass reads renews the lease. A pass
 * with an expired lease counts as dead.
 */
const leaseMilliseconds = 4 * 60_000;
const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMilliseconds);

/**
 * Leases the mirror to a pass and deletes the rows of interrupted passes. Returns `undefined` while
 * another pass holds the lease.
 */
export async function beginMirrorPass(
  queries: Queries,
  pass: string,
  now: Date,
): Promise<PublishedPassAndWatermark | undefined> {
  const { rows } = await sql<PublishedPassAndWatermark>`
    insert into hubspot_mirror as m (pass, leased_until) values (${pass}, ${leaseFrom(now)})
    on conflict (one_row) do update set pass = excluded.pass, leased_until = excluded.leased_until
    where m.leased_until is null or m.leased_until <= ${now}
    returning published, watermark`.execute(queries);
  const state = rows[0];
  if (state !== undefined) await deleteUnpublishedPassRows(queries, state.published);
  return state;
}

/** Renews the lease of a pass. Returns `false` when another pass has taken over the mirror. */
export async function renewMirrorLease(
  queries: Queries,
  pass: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('hubspot_mirror')
    .set({ leased_until: leaseFrom(now) })
    .where('pass', '=', pass)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function releaseMirrorLease(queries: Queries, pass: string): Promise<void> {
  await queries
    .updateTable('hubspot_mirror')
    .set({ leased_until: null })
    .where('pass', '=', pass)
    .execute();
}

/**
 * Returns `true` when no other pass has begun after this pass. Locks the row, so that no pass can
 * begin before the transaction ends.
 */
export async function isLatestMirrorPass(transaction: Queries, pass: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('hubspot_mirror')
    .select('pass')
    .forUpdate()
    .executeTakeFirst();
  return row?.pass === pass;
}

const passTables = [
  'hubspot_company',
  'hubspot_deal',
  'hubspot_deal_company',
  'hubspot_ticket',
  'hubspot_ticket_company',
  'hubspot_gone',
];

/** Deletes the staged rows of all passes except the published pass. */
export async function deleteUnpublishedPassRows(
  queries: Queries,
  published: string | null,
): Promise<void> {
  for (const table of passTables)
    await sql`delete from ${sql.table(table)} where pass is distinct from ${published}::uuid`.execute(
      queries,
    );
}
