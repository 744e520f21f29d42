import type { Kysely } from 'kysely';
import type { PoolLoad } from './load.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/**
 * Database interface used by the rest of the server; embedded/embedded.ts and postgres/ implement
 * it.
 */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /**
   * `true` when no other process can use the database now. In that case, a run that seems to be
   * executed by another process was left by a dead process.
   */
  readonly isAlone: boolean;
  /** Connections for requests; a query that runs longer than 10 s is killed. */
  readonly foreground: Queries;
  /**
   * Returns connections for reads of generated data that each request repeats: the replica while
   * its lag is small, else `foreground`. For single statements, not for transactions.
   */
  reading(): Queries;
  /** Returns the state of the replica; `null` when no replica is configured. */
  replica(): ReplicaState | null;
  /** Subscribes to notifications between processes. A notification is a hint and may be lost. */
  readonly listen?: Listen;
  /**
   * Connections for jobs, imports and commands; a statement that runs longer than 10 min is killed.
   */
  readonly background: Queries;
  /**
   * Loads rows by COPY … FROM STDIN in text format, in one transaction, and returns their number.
   * Each string is one or more whole lines (see copyLine). With `keysLast`, builds the table's keys
   * after loading the rows. Use it only for a large load into an empty table, because it locks the
   * table for all other users.
   */
  copyIn(
    table: keyof Schema,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
    options?: { keysLast: boolean },
  ): Promise<number>;
  /** Runs one or several statements without the query builder, for migrations and the job queue. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Lets commands on this machine use the embedded database while this process runs. Called once a
   * server has started; throws when the database cannot be shared.
   */
  share(): Promise<void>;
  /**
   * Checks that the database answers, ahead of queued queries. Resolves within 2 s, queries at most
   * once a second, never throws.
   */
  check(): Promise<DatabaseState>;
  /** Returns the load of the connection pools. */
  load(): PoolLoad[];
  /** Closes the database after active users had up to 5 s to finish. */
  close(): Promise<void>;
}

export interface ReplicaState {
  /**
   * Lag of the replica in milliseconds; `null` while it is unavailable, more than a minute behind,
   * or not a replica of this database.
   */
  lagMs: number | null;
  isUsed: boolean;
}

/** Subscribes to a channel; `onReconnect` runs each time the subscription starts. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close(): Promise<void> }>;

export interface DatabaseState {
  /**
   * `busy` means that the embedded database executes a statement and cannot answer; that
   * statement's deadline ends it.
   */
  status: 'ok' | 'busy' | 'down';
  /** Duration of this status in milliseconds; 0 while it is `ok`. */
  sinceMs: number;
  /** Time since the last answer to any query, in milliseconds. */
  answeredMs: number;
}

/**
 * Thrown when the database cannot be used: locked by another process, down, or in a read-only
 * folder. The message is shown to users.
 */
export class DatabaseUnavailable extends Error {
  /** Set as a field, so that a structured clone of the error keeps it. */
  override readonly name = 'DatabaseUnavailable';
}

/** Thrown when another process uses the data folder. */
export class DatabaseInUse extends DatabaseUnavailable {}

/**
 * Thrown when the database's disk is full. Committed data is safe; work resumes by itself when
 * there is room.
 */
export class DiskFull extends DatabaseUnavailable {}

export const diskFull = (database: string, reason: string) =>
  new DiskFull(
    `${database} has no disk space left (${reason}). Free up space there and try again.`,
  );

/** PostgreSQL's error code for a full disk. */
export const diskFullCode = '53100';

/** Thrown when a query exceeded its deadline and was killed; its transaction is rolled back. */
export class QueryDeadline extends Error {}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats one row in COPY's text format, including the line end. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found))).join('\t')}\n`;
}
