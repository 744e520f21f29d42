import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { SystemNotice } from '#shared/core/notices.ts';
import type { ServerCheck } from '#shared/core/server-status.ts';
import { findOldestOverdueHeartbeat } from './runs/abandoned-queries.ts';

const timeoutMs = 1_000;
const cacheMs = 5_000;

/**
 * Last result of `stuckSince` by database. It is reused for a short time, so frequent health checks
 * run at most one query.
 */
const lastAnswers = new WeakMap<
  Database,
  { at: number; since: Promise<Date | null | undefined> }
>();

/**
 * Returns the oldest overdue heartbeat of an import; `null` when none is overdue, `undefined` when
 * the database does not answer in time.
 */
async function stuckSince(database: Database): Promise<Date | null | undefined> {
  const last = lastAnswers.get(database);
  const isRecent = last !== undefined && performance.now() - last.at < cacheMs;
  // A failed query counts as no answer, because the database health check already reports the
  // failure.
  const since = isRecent
    ? last.since
    : findOldestOverdueHeartbeat(database.foreground).catch(() => undefined);
  if (!isRecent) lastAnswers.set(database, { at: performance.now(), since });
  return Promise.race([since, pause(timeoutMs, undefined, { ref: false })]);
}

const stuckText =
  'An import is stuck. A running server resumes or stops it within two minutes, so no restart is needed.';

export async function checkStuckImports({
  database,
}: Pick<Dependencies, 'database'>): Promise<ServerCheck> {
  const since = await stuckSince(database);
  if (since instanceof Date)
    return { name: 'imports', status: 'degraded', since: since.toISOString(), detail: stuckText };
  const detail =
    since === null ? 'No import is stuck.' : 'Unknown while the database does not answer.';
  return { name: 'imports', status: 'ok', since: null, detail };
}

export async function importNotices({
  database,
}: Pick<Dependencies, 'database'>): Promise<SystemNotice[]> {
  return (await stuckSince(database)) instanceof Date ? [{ key: 'imports', text: stuckText }] : [];
}
