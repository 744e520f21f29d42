import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { findCustomersWithWorkAfter, readWorkVersion, type WorkVersion } from './event-queries.ts';

/**
 * Maximum number of changed customers for which only their own rows are read. With more changed
 * customers, the rows of all customers are read.
 */
const mostChangedCustomers = 1_000;

interface WorkSource<Row> {
  queries: Queries;
  today: () => Day;
  /** Reads the rows of the given customers; `null` reads the rows of all customers. */
  find: (institutionIds: readonly number[] | null) => Promise<Row[]>;
  /** Order of the rows. */
  compare: (one: Row, other: Row) => number;
}

/**
 * Returns a function that reads rows about the work on customers. After a change of work, it reads
 * only the rows of the changed customers again; the other rows stay the same objects. Without a
 * change, the array also stays the same.
 */
export function createWorkRowsReader<Row extends { institutionId: number }>({
  queries,
  today,
  find,
  compare,
}: WorkSource<Row>): () => Promise<Row[]> {
  let last: { version: WorkVersion; rows: Row[] } | undefined;
  let reading: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Row[]> {
    const version = await readWorkVersion(queries, today());
    const changed =
      last?.version.others === version.others
        ? await findCustomersWithWorkAfter(queries, last.version.work)
        : null;
    const rows =
      last === undefined || changed === null || changed.length > mostChangedCustomers
        ? await find(null)
        : await replaceRows(last.rows, changed);
    last = { version, rows };
    return rows;
  }

  async function replaceRows(rows: Row[], institutionIds: readonly number[]): Promise<Row[]> {
    if (institutionIds.length === 0) return rows;
    const found = await find(institutionIds);
    const changed = new Set(institutionIds);
    return [...rows.filter(({ institutionId }) => !changed.has(institutionId)), ...found].sort(
      compare,
    );
  }

  // Starts each read after the previous read has ended, so that an older version never replaces a
  // newer version.
  return () => {
    const next = reading.then(read, read);
    reading = next;
    return next;
  };
}

/** Orders rows by customer. */
export const compareInstitutionIds = (
  one: { institutionId: number },
  other: { institutionId: number },
): number => one.institutionId - other.institutionId;
