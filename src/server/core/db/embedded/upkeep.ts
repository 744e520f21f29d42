import { type Session, withSession } from '../session.ts';
import type { EmbeddedConnection, UseLimits } from './connection.ts';
import type { EmbeddedEngine } from './engine.ts';

const everyMs = 5_000;
/** After a piece of work: requests pass meanwhile, and the statistics have heard of it. */
const soonMs = 1_500;
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
export function startUpkeep(
  connection: EmbeddedConnection,
  engine: EmbeddedEngine,
  limits: UseLimits,
  /** False while a server starts, because its work would take the memory again. */
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

  /** Whether there was something to do, and so may be more. */
  async function round(): Promise<boolean> {
    try {
      return await withSession(
        () => connection.acquire(limits),
        async (session) => {
          const isTime = mayReopen() && performance.now() - reopenedAt >= reopenEveryMs;
          if (!isTime || !engine.hasGrown) return !(await keepUp(session));
          reopenedAt = performance.now();
          await engine.reopen();
          return true;
        },
      );
    } catch {
      // Closed or broken off in between: the next round tries again, and who uses the database hears of it himself.
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

/** One piece of work at most, so that a request waits no longer than that; true when there was none. */
export async function keepUp(session: Session, journalLimit = journalBytes): Promise<boolean> {
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
