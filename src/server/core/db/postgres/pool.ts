import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable, DiskFull } from '../database.ts';
import { mostWaiting } from '../deadlines.ts';
import type { PoolLoad } from '../load.ts';
import type { Pulse } from '../pulse.ts';
import { typeParser } from '../types.ts';
import { type ConnectionLimits, PostgresConnection } from './connection.ts';

export interface PoolLimits extends ConnectionLimits {
  /** The most connections. */
  most: number;
  /** How long to wait for one, be it new or another user's. */
  waitMs: number;
  /** How long one that nobody uses is kept; 0 for ever. */
  idleMs: number;
  /** How long a transaction may pause: past it the server ends it, and with it the locks that a frozen connection holds. */
  transactionPauseMs: number;
}

const closingPatienceMs = 5_000;

/** Connections to one PostgreSQL server, in which nothing waits for ever, with the same settings in every session. */
export class PostgresPool {
  /** Kysely looks here. */
  readonly options = {};
  /** The database as a message names it. */
  readonly #name: string;
  readonly #limits: PoolLimits;
  readonly #pulse: Pulse;
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>();

  constructor(url: string, limits: PoolLimits, pulse: Pulse) {
    this.#name = `The PostgreSQL database at ${placeOf(url)}`;
    this.#limits = limits;
    this.#pulse = pulse;
    // PgBouncer refuses what it does not know to keep apart for each of its clients; the role has these settings then.
    const session = isPooled(url)
      ? {}
      : {
          options: '-c TimeZone=UTC',
          statement_timeout: limits.statementMs,
          idle_in_transaction_session_timeout: limits.transactionPauseMs,
        };
    this.#pool = new pg.Pool({
      connectionString: url,
      max: limits.most,
      types: { getTypeParser: (typeId: number) => typeParser(typeId) as never },
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
    // A connection that breaks while nobody uses it: the pool has dropped it, and the next use makes a new one.
    this.#pool.on('error', () => undefined);
  }

  /** Throws DatabaseUnavailable, or a 503 when too many wait already or others kept all connections busy for too long. */
  async connect(): Promise<PostgresConnection> {
    for (;;) {
      const client = await this.#take();
      if (this.#pulse.trusts(this.#answeredAt.get(client) ?? 0)) return this.#lend(client);
      client.connection.stream.destroy();
      client.release(true);
    }
  }

  async #take(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= mostWaiting) throw tooMuchWork();
    const from = performance.now();
    try {
      return await this.#pool.connect();
    } catch (error) {
      const waitedForOthers = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
      throw waitedForOthers && this.#pulse.hasAnsweredSince(from) ? tooMuchWork() : this.#lost(error);
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
      full: ({ message }) => new DiskFull(`${this.#name} has no disk space left (${message}). Make room there and try again.`),
      takeBack: (isSpoilt) => client.release(isSpoilt),
    });
  }

  #lost(error: unknown): DatabaseUnavailable {
    this.#pulse.silent();
    const reason = error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : reasonOf(error);
    return new DatabaseUnavailable(`${this.#name} cannot be used: ${reason}`);
  }

  load(pool: PoolLoad['pool']): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { pool, most: this.#limits.most, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Lets users finish for a while, which on a frozen connection they never do. */
  async end(): Promise<void> {
    const patience = new AbortController();
    await Promise.race([this.#pool.end(), pause(closingPatienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    for (const client of this.#open) client.connection.stream.destroy();
  }
}

export async function borrow<T>(pool: PostgresPool, use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    return await use(connection);
  } finally {
    connection.release();
  }
}

const tooMuchWork = () => busy('The database has more work than it can take. Try again in a moment.');

/** Whether the address says that PgBouncer is behind it, where each transaction may have another session. */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'this machine'}${pathname}`;
}
