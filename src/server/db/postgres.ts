import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { busy } from '../errors.ts';
import { copyBatches, copyStatement } from './copy.ts';
import { type Database, DatabaseUnavailable, type Queries, QueryDeadline } from './database.ts';
import { deadlines } from './deadlines.ts';
import { takeOffKeys } from './keys.ts';
import type { Schema } from './schema.ts';
import { typeParser } from './types.ts';
import { refuseNul } from './wire.ts';

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
    async copyIn(table, columns, lines, { keysLast } = { keysLast: false }) {
      const client = await jobs.connect();
      try {
        return await client.run(async (raw) => {
          const run = async (text: string) => rowsOf(await raw.query(text));
          try {
            await run('begin');
            const putKeysBack = keysLast ? await takeOffKeys(run, table) : undefined;
            const stream = raw.query(copyFrom(copyStatement(table, columns)));
            await pipeline(Readable.from(copyBatches(lines), { objectMode: true, highWaterMark: 1 }), stream);
            await putKeysBack?.();
            await run('commit');
            return stream.rowCount;
          } catch (error) {
            await run('rollback');
            throw error;
          }
        });
      } finally {
        client.release();
      }
    },
    async execute(text, values) {
      const client = await jobs.connect();
      try {
        if (values !== undefined && values.length > 0) return { rows: rowsOf(await client.query(text, values)) };
        refuseNul(text);
        return { rows: rowsOf(await client.run((raw) => raw.query(text))) };
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
    let failed = false;
    let released = false;
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    const giveBack = (spoilt: boolean) => {
      client.off('error', onError);
      client.release(spoilt || broken);
    };
    const run = async <T>(use: (raw: pg.PoolClient) => Promise<T>): Promise<T> => {
      try {
        return await use(client);
      } catch (error) {
        failed = true;
        throw clear(error, this.#url);
      }
    };
    return {
      run,
      query: (text: string, values: readonly unknown[]) => {
        refuseNul(text);
        return run((raw) => raw.query(text, [...values]));
      },
      release: (destroy = false) => {
        if (released) return;
        released = true;
        // A transaction left open, by an error or by neglect, must not go to the next user. After an error the
        // server's word on it may still be on its way, so it is rolled back in any case.
        if (destroy || broken || !(failed || client.getTransactionStatus() !== 'I')) giveBack(destroy);
        else
          client.query('rollback').then(
            () => giveBack(false),
            () => giveBack(true),
          );
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
