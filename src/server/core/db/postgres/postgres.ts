import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { batchLines, buildCopyStatement } from '../copy.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../database.ts';
import { queryDeadlines } from '../deadlines.ts';
import { dropTableKeysForRebuild } from '../keys.ts';
import { DatabaseLivenessTracker } from '../liveness.ts';
import type { Schema } from '../schema.ts';
import { refuseNul } from '../wire.ts';
import type { PostgresConnection } from './connection.ts';
import { createNotificationListener } from './listen.ts';
import { type PoolLimits, PostgresPool, usesPgBouncer, withPoolConnection } from './pool.ts';
import { Replica } from './replica.ts';

export interface PostgresOptions {
  /** URL of a streaming replica for reads that may return slightly outdated data. */
  replicaUrl?: string | undefined;
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
  /**
   * Maximum wait of a request for a connection, in milliseconds. A job waits up to twice as long.
   */
  connectionWaitMs?: number;
  /**
   * Milliseconds that the server gets to report a stopped statement. After that, the connection
   * counts as dead.
   */
  graceMs?: number;
  /** Milliseconds between two checks of a job's active statement. */
  lookMs?: number;
}

/**
 * Connects to a PostgreSQL server. Throws `DatabaseUnavailable` when the server cannot be reached.
 * The message names the server without the password.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const {
    replicaUrl,
    requestDeadlineMs = queryDeadlines.foregroundMs,
    jobDeadlineMs = queryDeadlines.backgroundMs,
    connectionWaitMs = 5_000,
    graceMs = 2_000,
    lookMs = 3_000,
  } = options;
  const pulse = new DatabaseLivenessTracker();
  const pool = (limits: PoolLimits) => new PostgresPool(url, limits, pulse);
  const forChecks: PoolLimits = {
    most: 1,
    statementMs: 900,
    graceMs: 0,
    transactionPauseMs: 900,
    waitMs: 900,
    idleMs: 0,
  };
  const idleMs = 10_000;
  // Health checks have a separate connection, so they never wait behind other queries. A check
  // takes less than 2 s in total.
  const checks = pool(forChecks);
  const forRequests: PoolLimits = {
    most: 8,
    statementMs: requestDeadlineMs,
    graceMs,
    transactionPauseMs: requestDeadlineMs,
    waitMs: connectionWaitMs,
    idleMs,
  };
  const foreground = pool(forRequests);
  const background = pool({
    most: 4,
    statementMs: jobDeadlineMs,
    graceMs,
    // This limit is shorter than the lease of a job run. The locks of a suspended process are
    // therefore released before another process takes over the run.
    transactionPauseMs: Math.min(jobDeadlineMs, 30_000),
    waitMs: 2 * connectionWaitMs,
    idleMs,
    watch: { everyMs: lookMs, isAtWork: (processId) => isAtWork(checks, processId) },
  });
  const replica =
    replicaUrl === undefined
      ? undefined
      : replicaOf(replicaUrl, { checks, primary: foreground, forChecks, forRequests });
  const close = async () => {
    await Promise.all([replica?.close(), foreground.end(), background.end(), checks.end()]);
  };
  try {
    await withPoolConnection(background, requireUtc);
    await replica?.watch();
  } catch (error) {
    await close();
    throw error;
  }
  const ofRequests = queries(foreground);
  return {
    engine: 'postgres',
    isAlone: false,
    share: async () => undefined,
    foreground: ofRequests,
    reading: () => (replica?.state.isUsed ? replica.queries : ofRequests),
    replica: () => replica?.state ?? null,
    // A pooler may run each transaction in another session, so a session behind a pooler cannot
    // receive notifications.
    ...(!usesPgBouncer(url) && { listen: createNotificationListener(url) }),
    background: queries(background),
    copyIn: (table, columns, lines, { keysLast } = { keysLast: false }) =>
      withPoolConnection(background, async (connection) => {
        const run = async (text: string) =>
          rowsOf(await connection.run((client) => client.query(text)));
        await run('begin');
        const restoreKeys = keysLast ? await dropTableKeysForRebuild(run, table) : undefined;
        const rows = await copy(connection, buildCopyStatement(table, columns), lines);
        await restoreKeys?.();
        await run('commit');
        return rows;
      }),
    execute: (text, values) =>
      withPoolConnection(background, async (connection) => {
        if (values !== undefined && values.length > 0)
          return { rows: rowsOf(await connection.query(text, values)) };
        refuseNul(text);
        return { rows: rowsOf(await connection.run((client) => client.query(text))) };
      }),
    check: () =>
      pulse.check(async () => {
        const from = performance.now();
        await withPoolConnection(checks, (connection) => connection.query('select 1', [])).catch(
          () => undefined,
        );
        // An answer on any connection counts, because a server that accepts no new connections may
        // still serve its open connections.
        return pulse.hasAnsweredSince(from) ? 'ok' : 'down';
      }),
    load: () => [foreground.load('foreground'), background.load('background')],
    close,
  };
}

interface Primary {
  checks: PostgresPool;
  primary: PostgresPool;
  forChecks: PoolLimits;
  forRequests: PoolLimits;
}

/**
 * Creates the replica. Its connections have a separate `DatabaseLivenessTracker`, because an unavailable
 * replica says nothing about the primary.
 */
function replicaOf(url: string, { checks, primary, forChecks, forRequests }: Primary): Replica {
  const pulse = new DatabaseLivenessTracker();
  return new Replica({
    checks,
    primary,
    replicaChecks: new PostgresPool(url, forChecks, pulse),
    // The wait is short, because the primary must still answer a request after the request has
    // waited for the replica.
    replica: new PostgresPool(url, { ...forRequests, waitMs: forChecks.waitMs }, pulse),
  });
}

/**
 * Throws `DatabaseUnavailable` unless the session's time zone is UTC, because SQL computes days and
 * weeks in UTC. The pool sets the time zone, except behind a pooler.
 */
async function requireUtc(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.query(
    `select current_setting('TimeZone') as zone, quote_ident(current_user) as role`,
    [],
  );
  const [{ zone, role }] = z.tuple([z.object({ zone: z.string(), role: z.string() })]).parse(rows);
  if (/^(Etc\/)?UTC$/.test(zone)) return;
  throw new DatabaseUnavailable(
    `PgBouncer's sessions are in the time zone ${zone}. Run: alter role ${role} set timezone to 'UTC', and restart PgBouncer.`,
  );
}

const pieceBytes = 1024 * 1024;

/**
 * Copies rows. Each batch that the server accepts counts as activity. While the source has no rows
 * ready, no activity is expected.
 */
async function copy(
  connection: PostgresConnection,
  statement: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  let taken = 0;
  let isSourceAwaited = true;
  async function* pieces() {
    for await (const batch of batchLines(lines)) {
      isSourceAwaited = false;
      for (let at = 0; at < batch.length; at += pieceBytes) {
        yield batch.subarray(at, at + pieceBytes);
        taken += 1;
      }
      isSourceAwaited = true;
    }
    isSourceAwaited = false;
  }
  return connection.run(
    async (client) => {
      const stream = client.query(copyFrom(statement));
      await pipeline(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }), stream);
      return stream.rowCount;
    },
    () => (isSourceAwaited ? performance.now() : taken),
  );
}

/**
 * Returns `true` when the server executes a statement for the connection with this process id.
 * Behind a pooler, process ids differ, so the result is `true` and the statement's deadline
 * decides.
 */
async function isAtWork(checks: PostgresPool, processId: number): Promise<boolean> {
  try {
    const { rows } = await withPoolConnection(checks, (connection) =>
      connection.query(
        `select pg_backend_pid() <> $2
           or exists (select from pg_stat_activity where pid = $1 and wait_event_type is distinct from 'Client') as working`,
        [processId, connection.processId],
      ),
    );
    return z.array(z.object({ working: z.boolean() })).parse(rows)[0]?.working === true;
  } catch {
    // A failed check counts as no activity.
    return false;
  }
}

function queries(pool: PostgresPool): Queries {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

/** Returns the rows of a result. For several statements, pg returns an array of results. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  if (Array.isArray(result)) return result.flatMap(rowsOf);
  if (
    typeof result === 'object' &&
    result !== null &&
    'rows' in result &&
    Array.isArray(result.rows)
  )
    return result.rows;
  return [];
}
