import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { type Queries, QueryDeadline, type ReplicaState } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { PostgresConnection } from './connection.ts';
import { borrow, type PostgresPool } from './pool.ts';
import { lagOf, logPosition, type Mark, mostLagMs, mostMarks } from './replica-rules.ts';

const lookMilliseconds = 1_000;
const cluster = '(select system_identifier::text from pg_control_system()) as system';
const primarySchema = z.tuple([z.object({ position: z.string(), system: z.string() })]);
const replicaSchema = z.tuple([z.object({ position: z.string().nullable(), system: z.string() })]);

interface Pools {
  /** Of the primary: for questions about it, and for reads that the replica does not answer. */
  checks: PostgresPool;
  primary: PostgresPool;
  /** Of the replica, likewise. */
  replicaChecks: PostgresPool;
  replica: PostgresPool;
}

/** A streaming replica, and how far it is behind. What it does not answer, the primary does. */
export class Replica {
  readonly queries: Queries;
  readonly #pools: Pools;
  #marks: Mark[] = [];
  /** The position that it had at the last look; null while it is away, or is no replica of this primary. */
  #replayed: bigint | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pools: Pools) {
    this.#pools = pools;
    const pool = { options: {}, connect: () => this.#connect() };
    this.queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
  }

  get state(): ReplicaState {
    const lagMs = this.#replayed === null ? null : lagOf(this.#marks, this.#replayed, performance.now());
    return { lagMs, isUsed: lagMs !== null && lagMs <= mostLagMs };
  }

  /** One look, and then one a second. */
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
      this.#marks = [...this.#marks, { position: logPosition(primary.position), at }].slice(-mostMarks);
      // A server that is no replica, or not any more, has nothing to replay.
      const replica = await ask(
        this.#pools.replicaChecks,
        'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
        replicaSchema,
      );
      this.#replayed = replica.position === null || replica.system !== primary.system ? null : logPosition(replica.position);
    } catch {
      // Away, or the primary is: what is asked for by requests says so.
      this.#replayed = null;
    }
  }

  async #connect(): Promise<ReadingConnection> {
    const { replica, primary } = this.#pools;
    // Until the next look nobody else tries; an answer of the primary is not followed by an older one of the replica.
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

/** Lent for one statement that reads. */
class ReadingConnection {
  #connection: PostgresConnection;
  readonly #primary: (() => Promise<PostgresConnection>) | undefined;

  constructor(connection: PostgresConnection, primary: (() => Promise<PostgresConnection>) | undefined) {
    this.#connection = connection;
    this.#primary = primary;
  }

  /** What fails on the replica, because it went away or because it replays what the statement reads, is asked of the primary. */
  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (/^\s*(begin|start transaction)/i.test(text)) throw new Error('A replica is asked for single statements only.');
    try {
      return await this.#connection.query(text, values);
    } catch (error) {
      if (this.#primary === undefined || error instanceof QueryDeadline) throw error;
      this.#connection.release();
      this.#connection = await this.#primary();
      return this.#connection.query(text, values);
    }
  }

  release(): void {
    this.#connection.release();
  }
}

async function ask<Row>(pool: PostgresPool, position: string, schema: z.ZodType<[Row]>): Promise<Row> {
  const { rows } = await borrow(pool, (connection) => connection.query(`select (${position})::text as position, ${cluster}`, []));
  return schema.parse(rows)[0];
}
