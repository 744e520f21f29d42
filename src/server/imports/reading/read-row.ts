import type { Day } from '#shared/core/dates.ts';
import type { RejectedCell } from '#shared/imports/report.ts';
import type { HeaderMap } from './header/header-map.ts';
import type { PlaceLookup } from './places/known-places.ts';
import type { RowReader } from './row-reader.ts';
import type { StagedValue } from './staging-tables.ts';

export interface FileReadingContext {
  header: HeaderMap;
  /** `false` when the practice type column contains something else, such as account types. */
  hasPracticeTypes: boolean;
  today: Day;
  /** System that assigned the ids in the file. */
  externalSource: string;
  places: PlaceLookup;
}

/** Row with its staged values. A row with problems is not staged. */
export interface StagedReadRow {
  row: Pick<RowReader<string>, 'row' | 'problems' | 'warnings' | 'unusable' | 'placeholders'>;
  staged: StagedValue[][];
}

/** Unusable cell. Its row was rejected, or imported without the cell. */
export interface UnusableCell extends RejectedCell {
  imported: boolean;
}
