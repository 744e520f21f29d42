import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { HttpError } from '../errors.ts';
import { copyBatches, copyStatement } from './copy.ts';
import { type Database, type DatabaseState, type Queries, QueryDeadline } from './database.ts';
import { deadlines } from './deadlines.ts';
import { EmbeddedConnection, type Lease, type UseLimits } from './embedded-connection.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import type { EmbeddedStore } from './embedded-protocol.ts';
import { takeOffKeys } from './keys.ts';
import { Pulse } from './pulse.ts';
import type { Schema } from './schema.ts';
import { startUpkeep } from './upkeep.ts';
import { encodeCopy } from './wire.ts';

export interface EmbeddedDatabase extends Database {
  /** The whole database as a tar file, for a template or a backup. */
  dump(): Promise<Buffer>;
}

export interface EmbeddedOptions {
  requestDeadlineMs?: number;
  jobDeadlineMs?: number;
  requestWaitMs?: number;
  /** Aborted when the folder is no longer this process's: the database is left at once and stays closed. */
  lost?: AbortSignal;
  /** Runs after the database is closed: gives back the folder's lock. */
  onClose?: () => Promise<void>;
}

/** How long a closing database waits for who uses it at the moment. */
const closingPatienceMs = 5_000;
/** How long a check waits for its turn and its answer. */
const checkMs = 1_500;

/** Opens PGlite in a thread of its own, behind one connection that is lent in turn. */
export async function openEmbedded(store: EmbeddedStore, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const pulse = new Pulse();
  const engine = new EmbeddedEngine(store, { onAnswer: () => pulse.answered(), lost: options.lost });
  await engine.open();
  const connection = new EmbeddedConnection(engine);
  const requestLimits: UseLimits = {
    class: 'requests',
    deadlineMs: options.requestDeadlineMs ?? deadlines.requestsMs,
    waitMs: options.requestWaitMs ?? deadlines.requestWaitMs,
  };
  const jobLimits: UseLimits = { class: 'jobs', deadlineMs: options.jobDeadlineMs ?? deadlines.jobsMs };

  const upkeep = store.kind === 'folder' ? startUpkeep(connection, engine, jobLimits) : undefined;

  async function borrow<T>(limits: UseLimits, use: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await connection.acquire(limits);
    try {
      return await use(lease);
    } finally {
      lease.release();
    }
  }

  /** Ahead of the jobs that wait, not into what the connection does at the moment. */
  function ask(): Promise<DatabaseState['status']> {
    const asked = borrow({ ...requestLimits, waitMs: checkMs }, (lease) => lease.statement('select 1', [])).then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof HttpError || error instanceof QueryDeadline ? 'busy' : 'down'),
    );
    return Promise.race([asked, pause(checkMs, 'busy' as const, { ref: false })]);
  }

  return {
    engine: 'embedded',
    requests: queries(connection, requestLimits),
    jobs: queries(connection, jobLimits),
    async copyIn(table, columns, lines, { keysLast } = { keysLast: false }) {
      const batches = copyBatches(lines)[Symbol.asyncIterator]();
      // The first batch is gathered before the connection is taken: most loads are this one batch.
      let batch = await batches.next();
      return borrow(jobLimits, async (lease) => {
        try {
          let rows = 0;
          await lease.script('begin');
          const run = async (text: string) => (await lease.script(text)).flatMap((answer) => answer.rows);
          const putKeysBack = keysLast ? await takeOffKeys(run, table) : undefined;
          while (batch.done !== true) {
            // The next batch is gathered while the database takes this one.
            const [answers, next] = await Promise.all([lease.send(encodeCopy(copyStatement(table, columns), batch.value)), batches.next()]);
            rows += answers.at(-1)?.rowCount ?? 0;
            batch = next;
          }
          await putKeysBack?.();
          await lease.script('commit');
          return rows;
        } finally {
          await batches.return?.(undefined);
        }
      });
    },
    async execute(text, values) {
      return borrow(jobLimits, async (lease) => {
        if (values !== undefined && values.length > 0) return { rows: (await lease.statement(text, values)).rows };
        return { rows: (await lease.script(text)).flatMap((answer) => answer.rows) };
      });
    },
    check: () => pulse.check(ask),
    dump: () => borrow(jobLimits, () => engine.dump(jobLimits.deadlineMs)),
    async close() {
      upkeep?.stop();
      await connection.close(closingPatienceMs);
      await engine.close();
      await options.onClose?.();
    },
  };
}

/** Kysely's PostgreSQL dialect over the lent connection, which answers as a pool of pg does. */
function queries(connection: EmbeddedConnection, limits: UseLimits): Queries {
  const pool = {
    options: {},
    end: async () => undefined,
    connect: async () => {
      const lease = await connection.acquire(limits);
      return {
        processID: 1,
        query: (text: string, values: readonly unknown[]) => lease.statement(text, values),
        release: () => lease.release(),
      };
    },
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
