import { Gauge, Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { jobLedger, newestBackup } from './queries.ts';

/** What stands at the moment in one server: its connections, and the ledger that all servers share. Asked when somebody reads it. */
export function standingMetrics({ database }: Pick<Dependencies, 'database'>): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) =>
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

  gauge('chairside_database_up', 'Whether the database answers: 1 or 0', [], async (up) => {
    up.set((await database.check()).status === 'down' ? 0 : 1);
  });
  gauge('chairside_database_connections', 'Connections to the database, by what they are for', ['pool', 'state'], (connections) => {
    for (const { pool, inUse, idle } of database.load()) {
      connections.set({ pool, state: 'in_use' }, inUse);
      connections.set({ pool, state: 'idle' }, idle);
    }
  });
  gauge('chairside_database_connections_max', 'The most connections that there may be', ['pool'], (most) => {
    for (const load of database.load()) most.set({ pool: load.pool }, load.most);
  });
  gauge('chairside_database_connections_waiting', 'How many wait for a connection', ['pool'], (waiting) => {
    for (const load of database.load()) waiting.set({ pool: load.pool }, load.waiting);
  });

  if (database.replica() !== null)
    gauge('chairside_replica_lag_seconds', 'How far the replica is behind; none while it is away', [], (lag) => {
      const { lagMs } = database.replica() ?? { lagMs: null };
      if (lagMs !== null) lag.set(lagMs / 1000);
    });

  /** What cannot be read while the database is away is left out, and the rest is told. */
  const fromLedger = <Row>(read: () => Promise<Row[]>, tell: (row: Row) => void) =>
    read().then(
      (rows) => rows.forEach(tell),
      () => undefined,
    );
  const queries = database.foreground;
  const ledger = whileUnderWay(() => jobLedger(queries));
  gauge('chairside_job_runs_open', 'Runs of jobs that wait or run, in all servers', ['job', 'state'], (open) =>
    fromLedger(ledger, ({ job, waiting, running }) => {
      open.set({ job, state: 'waiting' }, waiting);
      open.set({ job, state: 'running' }, running);
    }),
  );
  gauge('chairside_job_last_success_timestamp_seconds', 'When a job last succeeded, in any server', ['job'], (success) =>
    fromLedger(ledger, ({ job, succeededAt }) => {
      if (succeededAt !== null) success.set({ job }, succeededAt);
    }),
  );
  gauge('chairside_backup_last_timestamp_seconds', 'When the database was last backed up', [], (backup) =>
    fromLedger(
      () => newestBackup(queries),
      (at) => backup.set(at),
    ),
  );
  return registry;
}

/** Reads once for all who ask while it is under way: the figures of one scrape ask at the same time. */
function whileUnderWay<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
