import type { Kysely } from 'kysely';
import type { PoolLoad } from './load.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** Database of the server. The files embedded/embedded.ts and postgres/postgres.ts implement it. */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /**
   * `true` while no other process can use the database. In that case, a run that the job ledger
   * assigns to another process was left by a dead process.
   */
  readonly isAlone: boolean;
  /** Connections for requests. A query is killed after 10 s. */
  readonly foreground: Queries;
  /**
   * Returns connections for reads that may return slightly outdated data: connections of the
   * replica while its lag is small, otherwise `foreground`. Use them for single statements, not for
   * transactions.
   */
  reading(): Queries;
  /** Returns the state of the replica; `null` when no replica is configured. */
  replica(): ReplicaLagAndUse | null;
  /**
   * Subscribes to notifications from other processes. A notification is only a hint and can be
   * lost. `undefined` when the database cannot deliver notifications.
   */
  readonly listen?: ListenToChannel;
  /** Connections for jobs, imports and commands. A statement is killed after 10 min. */
  readonly background: Queries;
  /**
   * Loads rows with COPY … FROM STDIN in text format in one transaction and returns the number of
   * rows. Each string holds one or more whole lines (see `formatCopyLine`). `keysLast` builds the table's
   * keys after the rows are loaded. Use `keysLast` only for a large load into an empty table,
   * because this option locks the table for all other connections.
   */
  copyIn(
    table: keyof Schema,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
    options?: { keysLast: boolean },
  ): Promise<number>;
  /** Runs statements without the query builder, for migrations and the job queue. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Lets commands on this machine use the embedded database while this process runs. Called once
   * the server has started. Throws when the database cannot be shared.
   */
  share(): Promise<void>;
  /**
   * Checks with a query that the database answers. This query runs before queued queries and is
   * sent at most once a second. Resolves within 2 s and never throws.
   */
  check(): Promise<DatabaseState>;
  /** Returns the load of the connection pools. */
  load(): PoolLoad[];
  /** Closes the database. Running statements and transactions get up to 5 s to finish. */
  close(): Promise<void>;
}

export interface ReplicaLagAndUse {
  /**
   * Lag of the replica in milliseconds. `null` while the replica is unavailable, more than a minute
   * behind, or not a replica of this database.
   */
  lagMs: number | null;
  isUsed: boolean;
}

/**
 * Subscribes to a channel. `onReconnect` is called each time the subscription starts, also the
 * first time.
 */
export type ListenToChannel = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close(): Promise<void> }>;

export interface DatabaseState {
  /**
   * `busy` means that the embedded database is executing a statement and cannot answer until the
   * statement ends. Each statement has a deadline, so `busy` ends without a restart.
   */
  status: 'ok' | 'busy' | 'down';
  /** Duration of this status in milliseconds; 0 while it is `ok`. */
  sinceMs: number;
  /** Time since the last answer to any query, in milliseconds. */
  answeredMs: number;
}

/**
 * Thrown when the database cannot be used, for example because another process uses it, its server
 * is down, or its folder is read-only. The message is shown to users.
 */
export class DatabaseUnavailable extends Error {
  /** Defined as a field, so that a structured clone of the error keeps the name. */
  override readonly name = 'DatabaseUnavailable';
}

/** Thrown when another process uses the data folder. */
export class DatabaseInUse extends DatabaseUnavailable {}

/**
 * Thrown when the database's disk is full. Committed data is safe, and work resumes once there is
 * disk space.
 */
export class DiskFull extends DatabaseUnavailable {}

export const diskFullError = (database: string, reason: string) =>
  new DiskFull(
    `${database} has no disk space left (${reason}). Free up space there and try again.`,
  );

/** PostgreSQL's error code for a full disk. */
export const diskFullCode = '53100';

/** Thrown when a query exceeded its deadline and was killed. Its transaction is rolled back. */
export class QueryDeadlineExceeded extends Error {}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats one row in COPY's text format, including the line end. */
export function formatCopyLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found))).join('\t')}\n`;
}
