import { Kysely, PostgresDialect } from 'kysely';
import { batchLines, buildCopyStatement } from './copy.ts';
import { type Database, diskFullCode, diskFullError, type Queries } from './database.ts';
import { dropTableKeysForRebuild } from './keys.ts';
import type { Schema } from './schema.ts';
import {
  decodeReply,
  encodeCopy,
  encodeScript,
  encodeStatement,
  type StatementResult,
} from './wire.ts';

/** Exclusive connection that runs one message of PostgreSQL's protocol at a time. */
export interface ProtocolConnection {
  /** Name of the database in messages. */
  readonly databaseName: string;
  /** Runs a message. Throws when the database failed, which rolls back an open transaction. */
  run(message: Buffer): Promise<Buffer>;
  /** Gives the connection back. Rolls back an open transaction first. */
  release(): void;
}

/**
 * Runs statements over a connection one after another, even when the caller does not wait for each
 * statement.
 */
export class Session {
  readonly #line: ProtocolConnection;
  #last: Promise<unknown> = Promise.resolve();

  constructor(line: ProtocolConnection) {
    this.#line = line;
  }

  async statement(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const answers = await this.send(encodeStatement(text, values), text === 'rollback');
    return answers.at(-1) ?? { command: '', rowCount: 0, rows: [] };
  }

  script(text: string): Promise<StatementResult[]> {
    return this.send(encodeScript(text));
  }

  send(message: Buffer, isRollback = false): Promise<StatementResult[]> {
    const next = this.#last.then(() => this.#send(message, isRollback));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #send(message: Buffer, isRollback: boolean): Promise<StatementResult[]> {
    const bytes = await this.#line.run(message).catch((error: unknown) => {
      // The failure that broke the connection has already rolled back the transaction, so a
      // rollback succeeds.
      if (isRollback) return undefined;
      throw error;
    });
    if (bytes === undefined) return [{ command: 'ROLLBACK', rowCount: 0, rows: [] }];
    const { answers, error } = await decodeReply(bytes);
    if (error === undefined) return answers;
    throw 'code' in error && error.code === diskFullCode
      ? diskFullError(this.#line.databaseName, error.message)
      : error;
  }

  release(): void {
    void this.#last.finally(() => this.#line.release());
  }
}

type Acquire = () => Promise<Session>;

export async function withSession<Result>(
  acquire: Acquire,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await acquire();
  try {
    return await use(session);
  } finally {
    session.release();
  }
}

/**
 * Returns the database functions for jobs, imports and commands, for a database with a single
 * connection.
 */
export const createBackgroundOperations = (
  acquire: Acquire,
): Pick<Database, 'background' | 'copyIn' | 'execute'> => ({
  background: createQueryBuilder(acquire),
  async copyIn(table, columns, lines, { keysLast } = { keysLast: false }) {
    const batches = batchLines(lines)[Symbol.asyncIterator]();
    // The first two batches are collected before the connection is taken, because most loads
    // consist of one batch.
    let batch = await batches.next();
    let next = await batches.next();
    return withSession(acquire, async (session) => {
      const copy = async (bytes: Buffer) =>
        (await session.send(encodeCopy(buildCopyStatement(table, columns), bytes))).at(-1)
          ?.rowCount ?? 0;
      try {
        // A single statement is a transaction by itself and uses the connection for only one
        // message.
        if (batch.done !== true && next.done === true && !keysLast) return await copy(batch.value);
        let rows = 0;
        await session.script('begin');
        const run = async (text: string) =>
          (await session.script(text)).flatMap((answer) => answer.rows);
        const restoreKeys = keysLast ? await dropTableKeysForRebuild(run, table) : undefined;
        while (batch.done !== true) {
          // The next batch is collected while the database loads the current batch.
          const [copied, afterNext] = await Promise.all([copy(batch.value), batches.next()]);
          rows += copied;
          batch = next;
          next = afterNext;
        }
        await restoreKeys?.();
        await session.script('commit');
        return rows;
      } finally {
        await batches.return?.(undefined);
      }
    });
  },
  execute(text, values) {
    return withSession(acquire, async (session) => {
      if (values !== undefined && values.length > 0)
        return { rows: (await session.statement(text, values)).rows };
      return { rows: (await session.script(text)).flatMap((answer) => answer.rows) };
    });
  },
});

/**
 * Returns a query builder with Kysely's PostgreSQL dialect. The single connection is presented as a
 * connection pool of pg.
 */
export function createQueryBuilder(acquire: Acquire): Queries {
  const pool = {
    options: {},
    end: async () => undefined,
    connect: async () => {
      const session = await acquire();
      return {
        processID: 1,
        query: (text: string, values: readonly unknown[]) => session.statement(text, values),
        release: () => session.release(),
      };
    },
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
