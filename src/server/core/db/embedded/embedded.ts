import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '../../errors.ts';
import { type Database, type DatabaseState, QueryDeadlineExceeded } from '../database.ts';
import { queryDeadlines } from '../deadlines.ts';
import { DatabaseLivenessTracker } from '../liveness.ts';
import { createBackgroundOperations, createQueryBuilder, withSession } from '../session.ts';
import { EmbeddedConnectionPool, type LeasePriorityAndLimits } from './connection.ts';
import { EmbeddedDatabaseThread } from './engine.ts';
import { startMaintenance } from './maintenance.ts';
import type { EmbeddedDatabaseLocation } from './protocol.ts';
import { serveSharedConnection } from './shared-connection.ts';

export interface EmbeddedDatabase extends Database {
  /** Returns the whole database as a tar file, for a template or a backup. */
  dump(): Promise<Buffer>;
}

export interface EmbeddedOptions {
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
  requestWaitMs?: number;
  /**
   * Aborted when another process has taken the folder. The database is then closed at once and
   * stays closed.
   */
  lost?: AbortSignal;
  /** Runs after closing; releases the folder's lock. */
  onClose?: () => Promise<void>;
}

/** Maximum wait for active leases when the database is closed, in milliseconds. */
const closingPatienceMs = 5_000;
/** Maximum duration of a check, including its wait for the connection, in milliseconds. */
const checkMs = 1_500;

/** Opens PGlite in a worker thread. */
export async function openEmbedded(
  store: EmbeddedDatabaseLocation,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const engine = new EmbeddedDatabaseThread(store, options.lost);
  await engine.open();
  return buildEmbeddedDatabase(engine, options, async () => {
    await engine.close();
    await options.onClose?.();
  });
}

/**
 * Creates a database over an engine's single connection. `leave` is called when the database is
 * closed. `isFree` returns `true` while the engine is idle.
 */
export function buildEmbeddedDatabase(
  engine: EmbeddedDatabaseThread,
  options: EmbeddedOptions,
  leave: (isFree: boolean) => Promise<void>,
): EmbeddedDatabase {
  const { store } = engine;
  const pulse = new DatabaseLivenessTracker();
  engine.onAnswer = () => pulse.answered();
  const connection = new EmbeddedConnectionPool(engine);
  const requestLimits: LeasePriorityAndLimits = {
    class: 'foreground',
    deadlineMs: options.requestDeadlineMs ?? queryDeadlines.foregroundMs,
    waitMs: options.requestWaitMs ?? queryDeadlines.requestWaitMs,
  };
  const jobLimits: LeasePriorityAndLimits = {
    class: 'background',
    deadlineMs: options.jobDeadlineMs ?? queryDeadlines.backgroundMs,
  };

  const lend = (limits: LeasePriorityAndLimits) => () => connection.acquire(limits);
  let shared: { close(): Promise<void> } | undefined;
  let hasStarted = false;
  const upkeep =
    store.kind === 'folder'
      ? startMaintenance(connection, engine, jobLimits, () => hasStarted)
      : undefined;

  const foreground = createQueryBuilder(lend(requestLimits));

  /** Queries the database ahead of waiting jobs, without interrupting the current statement. */
  function ask(): Promise<DatabaseState['status']> {
    const asked = withSession(lend({ ...requestLimits, waitMs: checkMs }), (session) =>
      session.statement('select 1', []),
    ).then(
      () => 'ok' as const,
      (error: unknown) =>
        error instanceof HttpError || error instanceof QueryDeadlineExceeded ? 'busy' : 'down',
    );
    return Promise.race([asked, pause(checkMs, 'busy' as const, { ref: false })]);
  }

  return {
    engine: 'embedded',
    get isAlone() {
      return shared === undefined;
    },
    foreground,
    reading: () => foreground,
    replica: () => null,
    ...createBackgroundOperations(lend(jobLimits)),
    async share() {
      hasStarted = true;
      if (store.kind === 'folder')
        shared = await serveSharedConnection(dirname(store.folder), () =>
          connection.lease(jobLimits),
        );
    },
    check: () => pulse.check(ask),
    load: () => [connection.load('foreground'), connection.load('background')],
    dump: () => withSession(lend(jobLimits), () => engine.dump(jobLimits.deadlineMs)),
    async close() {
      upkeep?.stop();
      await shared?.close();
      await connection.close(closingPatienceMs);
      await leave(connection.unused);
    },
  };
}
