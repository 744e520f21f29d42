import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type ImportRunClaim, maxPauseSql, overdueHeartbeatConditionSql } from './run-queries.ts';
import { clearStagedRows } from './staging-queries.ts';

interface Abandoned {
  /**
   * Ids of the runs of this process. These runs are active even if their heartbeats are overdue.
   */
  except: readonly string[];
  /**
   * `true` when no other process can have active runs. All runs not in `except` are then abandoned.
   */
  alone: boolean;
  now: Date;
}

/**
 * Ends the runs of dead processes. Fails the runs that were reading and deletes their staged rows.
 * Takes over and returns the runs that were writing. Skips a run that is locked by a transaction,
 * because it is active.
 */
export async function endAbandonedRuns(
  database: Queries,
  { except, alone, now }: Abandoned,
): Promise<ImportRunClaim[]> {
  const { rows } = await sql<ImportRunClaim & { writing: boolean }>`
    with abandoned as materialized (
      select import_id from import_run
      where state = 'running' and (paused_at is null or paused_at < ${now}::timestamptz - ${maxPauseSql})
        and import_id <> all(${except}::uuid[]) and (${alone} or paused_at is not null or ${overdueHeartbeatConditionSql})
      for update skip locked
    )
    update import_run r
    set fence = fence + 1, seen_at = clock_timestamp(),
        paused_at = null, state = case when writing then state else 'failed' end,
        finished_at = case when writing then null else ${now}::timestamptz end,
        error = case when writing then null else 'The server process stopped while it read the file. Nothing was imported.' end,
        is_shown = is_shown and (writing or undoes is null)
    from abandoned where r.import_id = abandoned.import_id
    returning r.import_id as "importId", kind, external_source as "externalSource", business_date as today, fence, takes, entitles, adds_repeats as "addsRepeats", undoes, writing`.execute(
    database,
  );
  for (const run of rows) if (!run.writing) await clearStagedRows(database, run);
  return rows.filter((run) => run.writing);
}

/**
 * Returns the oldest overdue heartbeat among the active runs of all processes; `null` when no
 * heartbeat is overdue.
 */
export async function findOldestOverdueHeartbeat(queries: Queries): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(seen_at) as since from import_run where state = 'running' and paused_at is null and ${overdueHeartbeatConditionSql}`.execute(
    queries,
  );
  return rows[0]?.since ?? null;
}
