import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { busy } from '../errors.ts';
import { copyBatches, copyStatement } from './copy.ts';
import { type Database, DatabaseUnavailable, type Queries, QueryDeadline } from './database.ts';
import { deadlines } from './deadlines.ts';
import type { Schema } from './schema.ts';
import { typeParser } from './types.ts';

export interface PostgresOptions {
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
}

/** Connects to a PostgreSQL server. Throws DatabaseUnavailable when it cannot be reached; the message names it without the password. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const requests = new Connections(url, 8, options.requestDeadlineMs ?? deadlines.requestsMs);
  const jobs = new Connections(url, 4, options.jobDeadlineMs ?? deadlines.jobsMs);
  const close = async () => {
    await Promise.all([requests.end(), jobs.end()]);
  };
  try {
    const client = await requests.connect();
    await client.query('select 1', []);
    client.release();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    engine: 'postgres',
    requests: queries(requests),
    jobs: queries(jobs),
    async copyIn(table, columns, lines) {
      const client = await jobs.connect();
      try {
        const stream = client.raw.query(copyFrom(copyStatement(table, columns)));
        await pipeline(Readable.from(copyBatches(lines), { objectMode: true, highWaterMark: 1 }), stream);
        return stream.rowCount;
      } catch (error) {
        throw clear(error, url);
      } finally {
        client.release();
      }
    },
    async execute(text, values) {
      const client = await jobs.connect();
      try {
        const result: unknown = values !== undefined && values.length > 0 ? await client.query(text, values) : await client.raw.query(text);
        return { rows: rowsOf(result) };
      } catch (error) {
        // A block that failed between its begin and its commit must not stay open on a pooled connection.
        await client.raw.query('rollback').catch(() => client.release(true));
        throw clear(error, url);
      } finally {
        client.release();
      }
    },
    close,
  };
}

/** A pool of pg that says plainly what is wrong, and gives every session the same settings. */
class Connections {
  readonly options = {};
  readonly #url: string;
  readonly #pool: pg.Pool;

  constructor(url: string, max: number, deadlineMs: number) {
    this.#url = url;
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      types: { getTypeParser: (typeId: number) => typeParser(typeId) as never },
      application_name: 'chairside',
      options: '-c TimeZone=UTC',
      statement_timeout: deadlineMs,
      idle_in_transaction_session_timeout: deadlineMs,
      connectionTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    // A connection that breaks while nobody uses it: the pool has dropped it, and the next use makes a new one.
    this.#pool.on('error', () => undefined);
  }

  async connect() {
    const client = await this.#pool.connect().catch((error: unknown) => {
      if (this.#pool.totalCount >= (this.#pool.options.max ?? 0))
        throw busy('The database has more work than it can take. Try again in a moment.');
      throw unavailable(error, this.#url);
    });
    let broken = false;
    let released = false;
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    return {
      raw: client,
      query: async (text: string, values: readonly unknown[]) => {
        try {
          return await client.query(text, [...values]);
        } catch (error) {
          throw clear(error, this.#url);
        }
      },
      release: (destroy = false) => {
        if (released) return;
        released = true;
        client.off('error', onError);
        client.release(destroy || broken);
      },
    };
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

function queries(connections: Connections): Queries {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections as never }) });
}

/** With several statements pg answers a list of results. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  if (Array.isArray(result)) return result.flatMap(rowsOf);
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) return result.rows;
  return [];
}

const statementStopped = '57014';
const connectionLost = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);

function clear(error: unknown, url: string): unknown {
  if (error instanceof pg.DatabaseError) {
    if (error.code === statementStopped) return new QueryDeadline(`A query ran too long and was stopped: ${error.message}`);
    return connectionLost.has(error.code ?? '') ? unavailable(error, url) : error;
  }
  return error instanceof Error && /Connection terminated|ECONNRESET|EPIPE|not queryable/.test(error.message)
    ? unavailable(error, url)
    : error;
}

function unavailable(error: unknown, url: string): DatabaseUnavailable {
  const reason = error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : reasonOf(error);
  return new DatabaseUnavailable(`The PostgreSQL database at ${placeOf(url)} cannot be used: ${reason}`);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'this machine'}${pathname}`;
}
