import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorMessage } from '#shared/core/error-message.ts';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable, DiskFull } from '../database.ts';
import { maxWaitingQueries } from '../deadlines.ts';
import type { DatabaseLivenessTracker } from '../liveness.ts';
import type { PoolLoad } from '../load.ts';
import { columnTypeParser } from '../types.ts';
import { type ConnectionLimits, PostgresConnection } from './connection.ts';

export interface PoolLimits extends ConnectionLimits {
  /** Maximum number of connections. */
  most: number;
  /**
   * Maximum wait, in milliseconds, for a new connection to open or for other work to return a
   * connection.
   */
  waitMs: number;
  /** Milliseconds for which an unused connection stays open; 0 for no limit. */
  idleMs: number;
  /**
   * Maximum pause inside a transaction in milliseconds. After that, the server ends the transaction
   * and releases the locks of a frozen connection.
   */
  transactionPauseMs: number;
}

const closingPatienceMs = 5_000;

/**
 * Connection pool of a PostgreSQL server. Every wait has a limit, and all sessions have the same
 * settings.
 */
export class PostgresPool {
  /** Required by Kysely. */
  readonly options = {};
  /** Name of the database in messages. */
  readonly #name: string;
  readonly #limits: PoolLimits;
  readonly #pulse: DatabaseLivenessTracker;
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>();

  constructor(url: string, limits: PoolLimits, pulse: DatabaseLivenessTracker) {
    this.#name = `The PostgreSQL database at ${placeOf(url)}`;
    this.#limits = limits;
    this.#pulse = pulse;
    // PgBouncer rejects session settings that it cannot track per client. The database role must
    // have these settings instead.
    const session = usesPgBouncer(url)
      ? {}
      : {
          options: '-c TimeZone=UTC',
          statement_timeout: limits.statementMs,
          idle_in_transaction_session_timeout: limits.transactionPauseMs,
        };
    this.#pool = new pg.Pool({
      connectionString: url,
      max: limits.most,
      types: { getTypeParser: (typeId: number) => columnTypeParser(typeId) as never },
      application_name: 'chairside',
      ...session,
      connectionTimeoutMillis: limits.waitMs,
      idleTimeoutMillis: limits.idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      allowExitOnIdle: true,
    });
    this.#pool.on('connect', (client) => {
      this.#open.add(client);
      this.#answeredAt.set(client, performance.now());
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
    // The pool drops a connection that breaks while unused. The next use opens a new connection.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Lends a connection. Throws `DatabaseUnavailable`, or a 503 error when too many calls wait or all
   * connections stay busy for too long.
   */
  async connect(): Promise<PostgresConnection> {
    for (;;) {
      const client = await this.#take();
      if (this.#pulse.trusts(this.#answeredAt.get(client) ?? 0)) return this.#lend(client);
      client.connection.stream.destroy();
      client.release(true);
    }
  }

  async #take(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= maxWaitingQueries) throw tooMuchWork();
    const from = performance.now();
    try {
      return await this.#pool.connect();
    } catch (error) {
      const waitedForOthers =
        error instanceof Error && error.message === 'timeout exceeded when trying to connect';
      throw waitedForOthers && this.#pulse.hasAnsweredSince(from)
        ? tooMuchWork()
        : this.#lost(error);
    }
  }

  #lend(client: pg.PoolClient): PostgresConnection {
    return new PostgresConnection(client, this.#limits, {
      answered: () => {
        this.#answeredAt.set(client, performance.now());
        this.#pulse.answered();
      },
      silent: (from) => this.#pulse.distrustBefore(from),
      lost: (error) => this.#lost(error),
      full: ({ message }) =>
        new DiskFull(
          `${this.#name} has no disk space left (${message}). Free up space there and try again.`,
        ),
      takeBack: (isSpoilt) => client.release(isSpoilt),
    });
  }

  #lost(error: unknown): DatabaseUnavailable {
    this.#pulse.silent();
    const reason =
      error instanceof AggregateError
        ? error.errors.map(errorMessage).join(', ')
        : errorMessage(error);
    return new DatabaseUnavailable(`${this.#name} cannot be used: ${reason}`);
  }

  load(pool: PoolLoad['pool']): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      pool,
      most: this.#limits.most,
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    };
  }

  /**
   * Closes the pool. Waits up to 5 s until all connections are returned, then destroys the
   * connections that are still open.
   */
  async end(): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      this.#pool.end(),
      pause(closingPatienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    for (const client of this.#open) client.connection.stream.destroy();
  }
}

export async function withPoolConnection<T>(
  pool: PostgresPool,
  use: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    return await use(connection);
  } finally {
    connection.release();
  }
}

const tooMuchWork = () => busy('The database is overloaded. Try again in a moment.');

/**
 * Returns `true` when the URL declares PgBouncer, which may run each transaction in another
 * session.
 */
export const usesPgBouncer = (url: string): boolean =>
  new URL(url).searchParams.get('pgbouncer') === 'true';

function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'this machine'}${pathname}`;
}
