import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Number of rows deleted at once. It is small, so that requests are answered between two batches.
 */
const rowsAtOnce = 2_000;

/**
 * Deletes rows in batches with `deleteBatch`, until a batch has fewer than `rowsAtOnce` rows.
 * Returns the number of deleted rows.
 */
async function deleteAll(
  deleteBatch: () => Promise<{ numAffectedRows?: bigint }>,
  signal: AbortSignal,
): Promise<number> {
  for (let deleted = 0; ; ) {
    signal.throwIfAborted();
    const { numAffectedRows = 0n } = await deleteBatch();
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return deleted;
  }
}

/**
 * Deletes sessions that ended before `before`. Keeps each user's newest session, because it shows
 * when the user was last active.
 */
export const deleteOldSessions = (
  queries: Queries,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  deleteAll(
    () =>
      sql`delete from user_session where session_hash in (
        select session_hash from user_session s where last_seen_at < ${before}
          and exists (select from user_session newer where newer.user_id = s.user_id
            and (newer.last_seen_at, newer.session_hash) > (s.last_seen_at, s.session_hash))
        limit ${rowsAtOnce})`.execute(queries),
    signal,
  );

/** Deletes audit entries of sign-ins, refused sign-ins and sign-outs. */
export const deleteOldSignIns = (
  queries: Queries,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  deleteAll(
    () =>
      sql`delete from auth_event where auth_event_id in (select auth_event_id from auth_event where at < ${before} limit ${rowsAtOnce})`.execute(
        queries,
      ),
    signal,
  );

/** Deletes records of imports. Keeps the imported data. */
export const deleteOldImportRuns = (
  queries: Queries,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  deleteAll(
    () =>
      sql`delete from import_run where import_id in (
        select import_id from import_run where state <> 'running' and finished_at < ${before} limit ${rowsAtOnce})`.execute(
        queries,
      ),
    signal,
  );

/** Deletes conversations with the assistant that were last used before `before`. */
export const deleteOldConversations = (
  queries: Queries,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  deleteAll(
    () =>
      sql`delete from assistant_conversation where conversation_id in (
        select conversation_id from assistant_conversation where last_used_at < ${before} limit ${rowsAtOnce})`.execute(
        queries,
      ),
    signal,
  );
