import type { Queries } from '#server/core/db/database.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { FileColumnName } from '../header/columns.ts';
import type { RowReader } from '../row-reader.ts';
import { findDifferentlyReadIds, rereadStoredId } from './stored-ids.ts';
import {
  findStoredRecordIds,
  type RecordTableName,
  type StoredRecordId,
} from './stored-ids-queries.ts';

/**
 * Ids of a source's contracts, contacts, notices or prospects that were stored before imports
 * cleaned ids.
 */
export class StoredRecordIdSpellings {
  readonly #stored: ReadonlyMap<string, readonly StoredRecordId[]>;

  constructor(stored: readonly StoredRecordId[]) {
    this.#stored = Map.groupBy(stored, ({ institutionId, externalId }) =>
      keyOf(institutionId, rereadStoredId(externalId)),
    );
  }

  static async read(
    queries: Queries,
    table: RecordTableName,
    source: string,
  ): Promise<StoredRecordIdSpellings> {
    return new StoredRecordIdSpellings(
      await findDifferentlyReadIds((ids) => findStoredRecordIds(queries, table, source, ids)),
    );
  }

  /**
   * Returns all stored spellings of an id within an institution; only the id itself when no other
   * spelling is stored.
   */
  spellings(institutionId: number | null, id: string): [string, ...string[]] {
    const [first = id, ...others] = (this.#stored.get(keyOf(institutionId, id)) ?? []).map(
      ({ externalId }) => externalId,
    );
    return [first, ...others];
  }

  /**
   * Returns the stored spelling of a row's id. Adds a problem to the row when several stored
   * records have the id.
   */
  spelled<Kind extends ImportKind>(
    {
      row,
      column,
      records,
    }: { row: RowReader<FileColumnName<Kind>>; column: FileColumnName<Kind>; records: string },
    institutionId: number | null,
    id: string,
  ): string {
    const [first, ...others] = this.spellings(institutionId, id);
    if (others.length > 0)
      row.note(
        'problems',
        column,
        `is the id of several ${records} whose ids differ only in spelling: undo the import that added the second`,
      );
    return first;
  }
}

const keyOf = (institutionId: number | null, id: string): string => `${institutionId ?? ''} ${id}`;
