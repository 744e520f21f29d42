import { Gauge, Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { findNewestBackupTime, jobLedgerMetrics } from './queries.ts';

/**
 * Returns gauges of the current state: the connections of this server and the job ledger that all
 * servers share. The values are collected when the metrics are read.
 */
export function createCurrentMetricsRegistry({
  database,
}: Pick<Dependencies, 'database'>): Registry {
  const registry = new Registry();
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        return collect(this);
      },
    });

  gauge('chairside_database_up', '1 when the database answers, else 0', [], async (up) => {
    up.set((await database.check()).status === 'down' ? 0 : 1);
  });
  gauge(
    'chairside_database_connections',
    'Connections to the database, by pool and state',
    ['pool', 'state'],
    (connections) => {
      for (const { pool, inUse, idle } of database.load()) {
        connections.set({ pool, state: 'in_use' }, inUse);
        connections.set({ pool, state: 'idle' }, idle);
      }
    },
  );
  gauge('chairside_database_connections_max', 'Maximum number of connections', ['pool'], (most) => {
    for (const load of database.load()) most.set({ pool: load.pool }, load.most);
  });
  gauge(
    'chairside_database_connections_waiting',
    'Queries waiting for a connection',
    ['pool'],
    (waiting) => {
      for (const load of database.load()) waiting.set({ pool: load.pool }, load.waiting);
    },
  );

  if (database.replica() !== null)
    gauge(
      'chairside_replica_lag_seconds',
      'Lag of the replica; missing while it is unavailable',
      [],
      (lag) => {
        const { lagMs } = database.replica() ?? { lagMs: null };
        if (lagMs !== null) lag.set(lagMs / 1000);
      },
    );

  /**
   * Collects rows from the database. While the database is unavailable, omits gauges that cannot be
   * read.
   */
  const fromLedger = <Row>(read: () => Promise<Row[]>, tell: (row: Row) => void) =>
    read().then(
      (rows) => rows.forEach(tell),
      () => undefined,
    );
  const queries = database.foreground;
  const ledger = shareActiveRead(() => jobLedgerMetrics(queries));
  gauge(
    'chairside_job_runs_open',
    'Queued and running job runs of all servers',
    ['job', 'state'],
    (open) =>
      fromLedger(ledger, ({ job, waiting, running }) => {
        open.set({ job, state: 'waiting' }, waiting);
        open.set({ job, state: 'running' }, running);
      }),
  );
  gauge(
    'chairside_job_last_success_timestamp_seconds',
    'Time of the last success of a job on any server',
    ['job'],
    (success) =>
      fromLedger(ledger, ({ job, succeededAt }) => {
        if (succeededAt !== null) success.set({ job }, succeededAt);
      }),
  );
  gauge(
    'chairside_backup_last_timestamp_seconds',
    'Time of the last backup of the database',
    [],
    (backup) =>
      fromLedger(
        () => findNewestBackupTime(queries),
        (at) => backup.set(at),
      ),
  );
  return registry;
}

/**
 * Shares an active read among concurrent callers, because all gauges of a scrape are collected at
 * the same time.
 */
function shareActiveRead<T>(read: () => Promise<T>): () => Promise<T> {
  let activeRead: Promise<T> | undefined;
  return () => {
    activeRead ??= read().finally(() => {
      activeRead = undefined;
    });
    return activeRead;
  };
}
