import type { EmbeddedConnection, Lease, UseLimits } from './embedded-connection.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';

const everyMs = 5_000;
/** Opening again takes half a second. */
const reopenEveryMs = 10 * 60_000;
const journalBytes = 64 * 1024 * 1024;

// The conditions under which a PostgreSQL server's own autovacuum would do it. A table that only grew is analysed, which reads a sample
// of it: to vacuum it would read it whole, while everyone waits.
const neglectedTables = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    case when s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) then 'vacuum (analyze)' else 'analyze' end as remedy
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.n_dead_tup + s.n_mod_since_analyze desc
  limit 1`;

/**
 * The embedded database has no processes in the background: without this its journal would grow until it is closed
 * (and take as long to read after a crash), tables would never be vacuumed or analysed, and the memory of its largest work would
 * be kept. Done while nobody waits.
 */
export function startUpkeep(connection: EmbeddedConnection, engine: EmbeddedEngine, limits: UseLimits): { stop(): void } {
  let running = false;
  let reopenedAt = Number.NEGATIVE_INFINITY;
  const timer = setInterval(async () => {
    if (running || !connection.unused) return;
    running = true;
    try {
      const lease = await connection.acquire(limits);
      try {
        const isDone = await keepUp(lease);
        if (isDone && engine.hasGrown && performance.now() - reopenedAt > reopenEveryMs) {
          await engine.reopen();
          reopenedAt = performance.now();
        }
      } finally {
        lease.release();
      }
    } catch {
      // Closed or broken off in between: the next round tries again, and who uses the database hears of it himself.
    } finally {
      running = false;
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** One piece of work at most, so that a request waits no longer than that; true when there was none. */
export async function keepUp(lease: Lease, journalLimit = journalBytes): Promise<boolean> {
  const { rows } = await lease.statement(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as journal from pg_control_checkpoint()',
    [],
  );
  if (Number(rows[0]?.journal) > journalLimit) {
    await lease.statement('checkpoint', []);
    return false;
  }
  const neglected = await lease.statement(neglectedTables, []);
  const { name, remedy } = neglected.rows[0] ?? {};
  if (typeof name !== 'string' || typeof remedy !== 'string') return true;
  await lease.script(`${remedy} ${name}`);
  return false;
}
