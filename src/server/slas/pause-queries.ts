import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { PauseReason } from '#shared/slas/words.ts';

/** Key of an SLA clock, with its customer. */
export interface ClockId {
  institutionId: number;
  key: string;
}

interface By {
  userId: string;
  at: Date;
}

const clockRows = (clocks: readonly ClockId[]) => sql`
  unnest(${clocks.map(({ institutionId }) => institutionId)}::bigint[], ${clocks.map(({ key }) => key)}::text[]) as w (institution_id, clock_key)`;

/** Pauses the clocks that are not paused. Returns these clocks. */
export async function pauseClocks(
  queries: Queries,
  {
    pauseId,
    clocks,
    reason,
    note,
    userId,
    at,
  }: By & { pauseId: string; clocks: readonly ClockId[]; reason: PauseReason; note: string },
): Promise<ClockId[]> {
  const { rows } = await sql<ClockId>`
    insert into sla_pause (institution_id, clock_key, pause_id, reason, note, from_at, made_by)
    select institution_id, clock_key, ${pauseId}::uuid, ${reason}, ${note}, ${at}::timestamptz, ${userId}::uuid
    from ${clockRows(clocks)} order by clock_key
    on conflict do nothing returning institution_id as "institutionId", clock_key as key`.execute(
    queries,
  );
  return rows;
}

/** Resumes the clocks that are paused. Returns these clocks. */
export async function resumeClocks(
  queries: Queries,
  { resumeId, clocks, userId, at }: By & { resumeId: string; clocks: readonly ClockId[] },
): Promise<ClockId[]> {
  const { rows } = await sql<ClockId>`
    update sla_pause s set until_at = greatest(${at}::timestamptz, s.from_at), ended_by = ${userId}::uuid, end_id = ${resumeId}::uuid
    from ${clockRows(clocks)}
    where s.institution_id = w.institution_id and s.clock_key = w.clock_key and s.until_at is null and s.undone_at is null
    returning s.institution_id as "institutionId", s.clock_key as key`.execute(queries);
  return rows;
}

export interface PauseChange extends ClockId {
  what: 'pause' | 'resume';
  by: string;
  at: Date;
  reason: PauseReason;
  note: string;
}

/** Returns the pauses and resumptions that were saved under this id. */
export async function findPauseChanges(queries: Queries, workId: string): Promise<PauseChange[]> {
  const { rows } = await sql<PauseChange>`
    select institution_id as "institutionId", clock_key as key, 'pause' as what, made_by as by, from_at as at, reason, note
    from sla_pause where pause_id = ${workId}::uuid
    union all
    select institution_id, clock_key, 'resume', ended_by, until_at, reason, note from sla_pause where end_id = ${workId}::uuid`.execute(
    queries,
  );
  return rows;
}

/**
 * Undoes the change with this id. Pauses that began with the change no longer count. Pauses that
 * ended with the change continue, unless the clock was paused again in the meantime. Returns the
 * affected clocks.
 */
export async function undoPauseChanges(
  queries: Queries,
  workId: string,
  at: Date,
): Promise<ClockId[]> {
  const { rows: undone } = await sql<ClockId>`
    update sla_pause set undone_at = ${at}::timestamptz where pause_id = ${workId}::uuid and undone_at is null
    returning institution_id as "institutionId", clock_key as key`.execute(queries);
  const { rows: reopened } = await sql<ClockId>`
    update sla_pause s set until_at = null, ended_by = null, end_id = null
    where end_id = ${workId}::uuid and undone_at is null and not exists (
      select from sla_pause o where o.institution_id = s.institution_id and o.clock_key = s.clock_key and o.until_at is null and o.undone_at is null)
    returning institution_id as "institutionId", clock_key as key`.execute(queries);
  return [...undone, ...reopened];
}
