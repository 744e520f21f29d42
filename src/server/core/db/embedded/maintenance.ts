import { type Session, withSession } from '../session.ts';
import type { EmbeddedConnectionPool, LeasePriorityAndLimits } from './connection.ts';
import type { EmbeddedDatabaseThread } from './engine.ts';

const everyMs = 5_000;
/**
 * Pause after a maintenance step, in milliseconds. During the pause, requests run and PostgreSQL
 * updates its statistics.
 */
const soonMs = 1_500;
/** Minimum milliseconds between two reopenings. A reopening takes half a second. */
const reopenEveryMs = 10 * 60_000;
const journalBytes = 64 * 1024 * 1024;

// The thresholds are those of PostgreSQL's autovacuum. A table without many dead rows is only
// analyzed, which reads a sample of its rows. A vacuum would read the whole table while all queries
// wait.
const neglectedTables = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    case when s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) then 'vacuum (analyze)' else 'analyze' end as remedy
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.n_dead_tup + s.n_mod_since_analyze desc
  limit 1`;

/**
 * Starts periodic maintenance, because the embedded database has no background processes. Without
 * maintenance, the journal would grow until the database is closed, which slows down crash
 * recovery. Tables would never be vacuumed or analyzed, and peak memory would never be released.
 * Maintenance runs only while the connection is unused.
 */
export function startMaintenance(
  connection: EmbeddedConnectionPool,
  engine: EmbeddedDatabaseThread,
  limits: LeasePriorityAndLimits,
  /**
   * Returns `false` while the server starts. Reopening the engine releases memory, but a start that
   * is not complete would soon use it again.
   */
  mayReopen: () => boolean,
): { stop(): void } {
  let reopenedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let timer: NodeJS.Timeout;
  const lookIn = (milliseconds: number) => {
    timer = setTimeout(async () => {
      const isMoreLeft = connection.unused && (await round());
      if (!stopped) lookIn(isMoreLeft ? soonMs : everyMs);
    }, milliseconds);
    timer.unref();
  };
  lookIn(everyMs);

  /** Runs one maintenance step. Returns `true` when another step may be necessary. */
  async function round(): Promise<boolean> {
    try {
      return await withSession(
        () => connection.acquire(limits),
        async (session) => {
          const isTime = mayReopen() && performance.now() - reopenedAt >= reopenEveryMs;
          if (!isTime || !engine.hasGrown) return !(await runMaintenanceStep(session));
          reopenedAt = performance.now();
          await engine.reopen();
          return true;
        },
      );
    } catch {
      // The database was closed or failed in the meantime. The next round tries again, and the
      // users of the database get their own errors.
      return false;
    }
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs at most one maintenance step, so that a request waits no longer than one step. Returns
 * `true` when no step was necessary.
 */
export async function runMaintenanceStep(
  session: Session,
  journalLimit = journalBytes,
): Promise<boolean> {
  const { rows } = await session.statement(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as journal from pg_control_checkpoint()',
    [],
  );
  if (Number(rows[0]?.journal) > journalLimit) {
    await session.statement('checkpoint', []);
    return false;
  }
  const neglected = await session.statement(neglectedTables, []);
  const { name, remedy } = neglected.rows[0] ?? {};
  if (typeof name !== 'string' || typeof remedy !== 'string') return true;
  await session.script(`${remedy} ${name}`);
  return false;
}
