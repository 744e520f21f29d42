import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { type Queries, QueryDeadlineExceeded, type ReplicaLagAndUse } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { PostgresConnection } from './connection.ts';
import { type PostgresPool, withPoolConnection } from './pool.ts';
import {
  type LogPositionMark,
  maxLogPositionMarks,
  maxReplicaLagMs,
  parseLogPosition,
  replicaLag,
} from './replica-rules.ts';

const lookMilliseconds = 1_000;
const cluster = '(select system_identifier::text from pg_control_system()) as system';
const primarySchema = z.tuple([z.object({ position: z.string(), system: z.string() })]);
const replicaSchema = z.tuple([z.object({ position: z.string().nullable(), system: z.string() })]);

interface Pools {
  /** Pools of the primary, for checks and for reads that the replica cannot answer. */
  checks: PostgresPool;
  primary: PostgresPool;
  /** Pools of the replica, for checks and for reads. */
  replicaChecks: PostgresPool;
  replica: PostgresPool;
}

/** Streaming replica with its lag. The primary answers the reads that the replica cannot answer. */
export class Replica {
  readonly queries: Queries;
  readonly #pools: Pools;
  #marks: LogPositionMark[] = [];
  /**
   * Log position of the replica at the last check. `null` while the replica is unavailable or is
   * not a replica of this primary.
   */
  #replayed: bigint | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pools: Pools) {
    this.#pools = pools;
    const pool = { options: {}, connect: () => this.#connect() };
    this.queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
  }

  get state(): ReplicaLagAndUse {
    const lagMs =
      this.#replayed === null ? null : replicaLag(this.#marks, this.#replayed, performance.now());
    return { lagMs, isUsed: lagMs !== null && lagMs <= maxReplicaLagMs };
  }

  /** Checks the replica now, and then once a second. */
  async watch(): Promise<void> {
    await this.#look();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.watch(), lookMilliseconds);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const at = performance.now();
      const primary = await ask(this.#pools.checks, 'pg_current_wal_lsn()', primarySchema);
      this.#marks = [...this.#marks, { position: parseLogPosition(primary.position), at }].slice(
        -maxLogPositionMarks,
      );
      // A server that is no replica, or no longer a replica, has no replay position.
      const replica = await ask(
        this.#pools.replicaChecks,
        'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
        replicaSchema,
      );
      this.#replayed =
        replica.position === null || replica.system !== primary.system
          ? null
          : parseLogPosition(replica.position);
    } catch {
      // The replica or the primary is unavailable. If it is the primary, the requests to it report
      // the failure.
      this.#replayed = null;
    }
  }

  async #connect(): Promise<ReadingConnection> {
    const { replica, primary } = this.#pools;
    // All requests use the primary until the next check. Otherwise, an older answer of the replica
    // could follow an answer of the primary.
    const goToPrimary = () => {
      this.#replayed = null;
      return primary.connect();
    };
    if (!this.state.isUsed) return new ReadingConnection(await primary.connect(), undefined);
    const connection = await replica.connect().catch(() => undefined);
    return connection === undefined
      ? new ReadingConnection(await goToPrimary(), undefined)
      : new ReadingConnection(connection, goToPrimary);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#pools.replica.end(), this.#pools.replicaChecks.end()]);
  }
}

/** Connection lent for one read. */
class ReadingConnection {
  #connection: PostgresConnection;
  readonly #primary: (() => Promise<PostgresConnection>) | undefined;

  constructor(
    connection: PostgresConnection,
    primary: (() => Promise<PostgresConnection>) | undefined,
  ) {
    this.#connection = connection;
    this.#primary = primary;
  }

  /**
   * Runs a read. Repeats it on the primary when it fails on the replica, which may be unavailable
   * or may be replaying changes to the same rows.
   */
  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (/^\s*(begin|start transaction)/i.test(text))
      throw new Error('A replica runs single statements only.');
    try {
      return await this.#connection.query(text, values);
    } catch (error) {
      if (this.#primary === undefined || error instanceof QueryDeadlineExceeded) throw error;
      this.#connection.release();
      this.#connection = await this.#primary();
      return this.#connection.query(text, values);
    }
  }

  release(): void {
    this.#connection.release();
  }
}

async function ask<Row>(
  pool: PostgresPool,
  position: string,
  schema: z.ZodType<[Row]>,
): Promise<Row> {
  const { rows } = await withPoolConnection(pool, (connection) =>
    connection.query(`select (${position})::text as position, ${cluster}`, []),
  );
  return schema.parse(rows)[0];
}
