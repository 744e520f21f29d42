import { Kysely, PostgresDialect } from 'kysely';
import { copyBatches, copyStatement } from './copy.ts';
import { type Database, diskFull, diskFullCode, type Queries } from './database.ts';
import { takeOffKeys } from './keys.ts';
import type { Schema } from './schema.ts';
import { type Answer, decodeReply, encodeCopy, encodeScript, encodeStatement } from './wire.ts';

/** A connection that is ours for a while, and takes one message of PostgreSQL's protocol at a time. */
export interface Line {
  /** As a message for a person names the database. */
  readonly databaseName: string;
  /** Throws when the database broke off, and has then rolled back what was open. */
  run(message: Buffer): Promise<Buffer>;
  /** Gives the connection back; a transaction left open is rolled back first. */
  release(): void;
}

/** Statements over a line, one after another, also when the caller does not wait. */
export class Session {
  readonly #line: Line;
  #last: Promise<unknown> = Promise.resolve();

  constructor(line: Line) {
    this.#line = line;
  }

  async statement(text: string, values: readonly unknown[]): Promise<Answer> {
    const answers = await this.send(encodeStatement(text, values), text === 'rollback');
    return answers.at(-1) ?? { command: '', rowCount: 0, rows: [] };
  }

  script(text: string): Promise<Answer[]> {
    return this.send(encodeScript(text));
  }

  send(message: Buffer, isRollback = false): Promise<Answer[]> {
    const next = this.#last.then(() => this.#send(message, isRollback));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #send(message: Buffer, isRollback: boolean): Promise<Answer[]> {
    const bytes = await this.#line.run(message).catch((error: unknown) => {
      // What broke the line has rolled the transaction back already.
      if (isRollback) return undefined;
      throw error;
    });
    if (bytes === undefined) return [{ command: 'ROLLBACK', rowCount: 0, rows: [] }];
    const { answers, error } = await decodeReply(bytes);
    if (error === undefined) return answers;
    throw 'code' in error && error.code === diskFullCode ? diskFull(this.#line.databaseName, error.message) : error;
  }

  release(): void {
    void this.#last.finally(() => this.#line.release());
  }
}

type Acquire = () => Promise<Session>;

export async function withSession<Result>(acquire: Acquire, use: (session: Session) => Promise<Result>): Promise<Result> {
  const session = await acquire();
  try {
    return await use(session);
  } finally {
    session.release();
  }
}

/** What jobs, imports and commands do with a database of one connection. */
export const backgroundOver = (acquire: Acquire): Pick<Database, 'background' | 'copyIn' | 'execute'> => ({
  background: queriesOver(acquire),
  async copyIn(table, columns, lines, { keysLast } = { keysLast: false }) {
    const batches = copyBatches(lines)[Symbol.asyncIterator]();
    // These are gathered before the connection is taken: most loads are one batch.
    let batch = await batches.next();
    let next = await batches.next();
    return withSession(acquire, async (session) => {
      const copy = async (bytes: Buffer) => (await session.send(encodeCopy(copyStatement(table, columns), bytes))).at(-1)?.rowCount ?? 0;
      try {
        // One statement is a transaction by itself, and holds the connection for one message.
        if (batch.done !== true && next.done === true && !keysLast) return await copy(batch.value);
        let rows = 0;
        await session.script('begin');
        const run = async (text: string) => (await session.script(text)).flatMap((answer) => answer.rows);
        const putKeysBack = keysLast ? await takeOffKeys(run, table) : undefined;
        while (batch.done !== true) {
          // The next batch is gathered while the database takes this one.
          const [copied, afterNext] = await Promise.all([copy(batch.value), batches.next()]);
          rows += copied;
          batch = next;
          next = afterNext;
        }
        await putKeysBack?.();
        await session.script('commit');
        return rows;
      } finally {
        await batches.return?.(undefined);
      }
    });
  },
  execute(text, values) {
    return withSession(acquire, async (session) => {
      if (values !== undefined && values.length > 0) return { rows: (await session.statement(text, values)).rows };
      return { rows: (await session.script(text)).flatMap((answer) => answer.rows) };
    });
  },
});

/** Kysely's PostgreSQL dialect over one connection, which answers as a pool of pg does. */
export function queriesOver(acquire: Acquire): Queries {
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
