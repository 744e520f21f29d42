import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { copyBatches, copyStatement } from '../copy.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../database.ts';
import { deadlines } from '../deadlines.ts';
import { takeOffKeys } from '../keys.ts';
import { Pulse } from '../pulse.ts';
import type { Schema } from '../schema.ts';
import { refuseNul } from '../wire.ts';
import type { PostgresConnection } from './connection.ts';
import { listenTo } from './listen.ts';
import { borrow, isPooled, type PoolLimits, PostgresPool } from './pool.ts';
import { Replica } from './replica.ts';

export interface PostgresOptions {
  /** A streaming replica of it, for what need not be of this moment. */
  replicaUrl?: string | undefined;
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
  /** How long a request waits for a connection; a job waits twice as long. */
  connectionWaitMs?: number;
  /** How long after its deadline a statement's connection counts as dead. */
  graceMs?: number;
  /** How often a job's statement is asked about. */
  lookMs?: number;
}

/** Connects to a PostgreSQL server. Throws DatabaseUnavailable when it cannot be reached; the message names it without the password. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const {
    replicaUrl,
    requestDeadlineMs = deadlines.foregroundMs,
    jobDeadlineMs = deadlines.backgroundMs,
    connectionWaitMs = 5_000,
    graceMs = 2_000,
    lookMs = 3_000,
  } = options;
  const pulse = new Pulse();
  const pool = (limits: PoolLimits) => new PostgresPool(url, limits, pulse);
  const forChecks: PoolLimits = { most: 1, statementMs: 900, graceMs: 0, transactionPauseMs: 900, waitMs: 900, idleMs: 0 };
  const idleMs = 10_000;
  // A connection of its own, so that no question about the database waits behind its users; less than 2 s in all.
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
    // Shorter than a lease, so that the locks of a suspended process are released before another process takes over.
    transactionPauseMs: Math.min(jobDeadlineMs, 30_000),
    waitMs: 2 * connectionWaitMs,
    idleMs,
    watch: { everyMs: lookMs, isAtWork: (processId) => isAtWork(checks, processId) },
  });
  const replica = replicaUrl === undefined ? undefined : replicaOf(replicaUrl, { checks, primary: foreground, forChecks, forRequests });
  const close = async () => {
    await Promise.all([replica?.close(), foreground.end(), background.end(), checks.end()]);
  };
  try {
    await borrow(background, requireUtc);
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
    // A pooler gives each transaction another session, and nothing is heard over it.
    ...(!isPooled(url) && { listen: listenTo(url) }),
    background: queries(background),
    copyIn: (table, columns, lines, { keysLast } = { keysLast: false }) =>
      borrow(background, async (connection) => {
        const run = async (text: string) => rowsOf(await connection.run((client) => client.query(text)));
        await run('begin');
        const putKeysBack = keysLast ? await takeOffKeys(run, table) : undefined;
        const rows = await copy(connection, copyStatement(table, columns), lines);
        await putKeysBack?.();
        await run('commit');
        return rows;
      }),
    execute: (text, values) =>
      borrow(background, async (connection) => {
        if (values !== undefined && values.length > 0) return { rows: rowsOf(await connection.query(text, values)) };
        refuseNul(text);
        return { rows: rowsOf(await connection.run((client) => client.query(text))) };
      }),
    check: () =>
      pulse.check(async () => {
        const from = performance.now();
        await borrow(checks, (connection) => connection.query('select 1', [])).catch(() => undefined);
        // Whoever was answered meanwhile: a server that lets nobody else in may serve those who are.
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

/** Its connections have a pulse of their own: that it is away says nothing of the primary. */
function replicaOf(url: string, { checks, primary, forChecks, forRequests }: Primary): Replica {
  const pulse = new Pulse();
  return new Replica({
    checks,
    primary,
    replicaChecks: new PostgresPool(url, forChecks, pulse),
    // Whoever waits for it has still to be served by the primary.
    replica: new PostgresPool(url, { ...forRequests, waitMs: forChecks.waitMs }, pulse),
  });
}

/** Days and weeks are cut in UTC. A server sets that for its sessions, unless a pooler hands out those of others. */
async function requireUtc(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.query(`select current_setting('TimeZone') as zone, quote_ident(current_user) as role`, []);
  const [{ zone, role }] = z.tuple([z.object({ zone: z.string(), role: z.string() })]).parse(rows);
  if (/^(Etc\/)?UTC$/.test(zone)) return;
  throw new DatabaseUnavailable(
    `The sessions that PgBouncer hands out are in the time zone ${zone}. Run: alter role ${role} set timezone to 'UTC', and start PgBouncer again.`,
  );
}

const pieceBytes = 1024 * 1024;

/** Copies rows. Each piece that the server takes is a sign of life; while the source has no rows ready, none is expected. */
async function copy(connection: PostgresConnection, statement: string, lines: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let taken = 0;
  let isSourceAwaited = true;
  async function* pieces() {
    for await (const batch of copyBatches(lines)) {
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
 * Whether the server works for the connection that a process serves, rather than waits for it or knows nothing of it. A pooler
 * in between has process ids of its own: then nothing is known, and the statement's deadline decides.
 */
async function isAtWork(checks: PostgresPool, processId: number): Promise<boolean> {
  try {
    const { rows } = await borrow(checks, (connection) =>
      connection.query(
        `select pg_backend_pid() <> $2
           or exists (select from pg_stat_activity where pid = $1 and wait_event_type is distinct from 'Client') as working`,
        [processId, connection.processId],
      ),
    );
    return z.array(z.object({ working: z.boolean() })).parse(rows)[0]?.working === true;
  } catch {
    // No answer is no sign of life.
    return false;
  }
}

function queries(pool: PostgresPool): Queries {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

/** With several statements pg answers a list of results. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  if (Array.isArray(result)) return result.flatMap(rowsOf);
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) return result.rows;
  return [];
}
