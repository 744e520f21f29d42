import type { Kysely } from 'kysely';
import type { PoolLoad } from './load.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** What the rest of the server knows of a database; embedded.ts and postgres.ts each make one. */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /** Whether no other process can use the database now: what another one seems to have under way was left behind by a dead one. */
  readonly isAlone: boolean;
  /** For requests: a query past 10 s is killed. */
  readonly foreground: Queries;
  /**
   * For requests that read what nobody writes by hand, asked for anew by each of them: a replica's while it is near enough, else
   * those of the foreground. Statements only, no transactions.
   */
  reading(): Queries;
  /** The replica as it stands; null without one. */
  replica(): ReplicaState | null;
  /** Where what one process says can be heard by others at once. A hint only: it may be lost. */
  readonly listen?: Listen;
  /** For jobs, imports and commands: a statement past 10 min is killed. */
  readonly background: Queries;
  /**
   * COPY … FROM STDIN as text: the rows come as tab-separated lines in COPY's own escaping (see copyLine),
   * each string one or more whole lines. Runs in one transaction; answers the number of rows. With `keysLast` the table's
   * keys are built after the rows, which is for the large load that fills an empty table and shuts everyone else out of it.
   */
  copyIn(
    table: keyof Schema,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
    options?: { keysLast: boolean },
  ): Promise<number>;
  /** One or several statements without the builder, for the migrations and the job queue. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Called once a server has started. Lets the commands of this machine use a database that otherwise only this process can use;
   * throws when it cannot be shared.
   */
  share(): Promise<void>;
  /** Asks the database for a sign of life, ahead of who waits for it: known within 2 s, and asked at most once a second. Never throws. */
  check(): Promise<DatabaseState>;
  /** How busy its connections are. */
  load(): PoolLoad[];
  /** Lets who uses it finish for 5 s. */
  close(): Promise<void>;
}

export interface ReplicaState {
  /** How old what it shows may be, in milliseconds; null while it is away, more than a minute behind, or no replica of this database. */
  lagMs: number | null;
  isUsed: boolean;
}

/** `onReconnect` is called each time that hearing begins. */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<{ close(): Promise<void> }>;

export interface DatabaseState {
  /** busy: the embedded database works for somebody and cannot be asked; the deadline of that statement ends it. */
  status: 'ok' | 'busy' | 'down';
  /** For how long it has been so, in milliseconds; 0 while it is ok. */
  sinceMs: number;
  /** How long ago it last answered anybody, in milliseconds. */
  answeredMs: number;
}

/** The database cannot be used: in use by another process, down, or its folder not writable. The message is for a person. */
export class DatabaseUnavailable extends Error {
  /** Its own, so that a copy of the error has it too. */
  override readonly name = 'DatabaseUnavailable';
}

/** Another process uses the data folder. */
export class DatabaseInUse extends DatabaseUnavailable {}

/** The database's disk is full. What was committed is kept, and the work goes on by itself when there is room. */
export class DiskFull extends DatabaseUnavailable {}

export const diskFull = (database: string, reason: string) =>
  new DiskFull(`${database} has no disk space left (${reason}). Make room there and try again.`);

/** PostgreSQL's code of that. */
export const diskFullCode = '53100';

/** A query ran past its deadline and was killed; nothing of its transaction was kept. */
export class QueryDeadline extends Error {}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One row of COPY's text format, with its line end. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found))).join('\t')}\n`;
}
