import { setImmediate as otherWork } from 'node:timers/promises';
import { createBackgroundBatchDurationCalculator } from '#server/core/db/batches.ts';
import { type Database, formatCopyLine } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { truncateText } from '#shared/core/words.ts';
import type {
  DateOrder,
  ImportKind,
  ImportReport,
  NumberFormat,
  RejectedCell,
  RepeatedRowsHandling,
} from '#shared/imports/report.ts';
import type { ValueMap } from '#shared/imports/values.ts';
import { readText } from './cells/cells.ts';
import { ColumnFormatDecider } from './columns/undecided.ts';
import { type CsvRow, readCsv } from './file/csv.ts';
import { type ByteChunks, convertToUtf8 } from './file/encoding.ts';
import { readHeader } from './header/header.ts';
import type { HeaderMap } from './header/header-map.ts';
import { type ColumnMapping, countKnownCells } from './header/known-headers.ts';
import { ImportRefused } from './import-error.ts';
import { contactStagingColumns, convertContactRows } from './kinds/contacts.ts';
import { contractStagingColumns, convertContractRows } from './kinds/contracts.ts';
import { convertEntitlementRows, entitlementStagingColumns } from './kinds/entitlements.ts';
import { convertLossRows, lossStagingColumns } from './kinds/losses.ts';
import { convertPracticeRows, practiceStagingColumns } from './kinds/practices.ts';
import { convertProspectRows, prospectStagingColumns } from './kinds/prospects.ts';
import { convertUsageRows, usageStagingColumns } from './kinds/usage.ts';
import { CachedPlaceLookup, type PlaceLookup } from './places/known-places.ts';
import type { FileReadingContext, StagedReadRow, UnusableCell } from './read-row.ts';
import { ReportLineDetector } from './report-lines.ts';
import { cellExcerpt, RowReader, rowLengthProblem } from './row-reader.ts';
import { stagingTables } from './staging-tables.ts';
import { ReadingTally } from './tally.ts';
import { UsageRowChecker } from './usage-rows.ts';
import { foldValueMap } from './values/value-map.ts';
import { ValueTally } from './values/value-tally.ts';

const readers: Record<
  ImportKind,
  (rows: RowReader<never>[], reading: FileReadingContext) => Promise<StagedReadRow[]>
> = {
  practices: convertPracticeRows,
  usage: convertUsageRows,
  entitlements: convertEntitlementRows,
  churn: convertLossRows,
  contracts: convertContractRows,
  contacts: convertContactRows,
  prospects: convertProspectRows,
};
const stagingColumns: Record<ImportKind, readonly string[]> = {
  practices: practiceStagingColumns,
  usage: usageStagingColumns,
  entitlements: entitlementStagingColumns,
  churn: lossStagingColumns,
  contracts: contractStagingColumns,
  contacts: contactStagingColumns,
  prospects: prospectStagingColumns,
};
/**
 * Number of rows read at once. Between two batches, the embedded database answers other requests.
 */
const rowsAtOnce = 250;
/**
 * Approximate number of rows that the database copies per millisecond. It limits the size of a
 * copy, because other requests wait until the copy ends.
 */
const rowsPerMs = 25;

export interface ImportFileOptions {
  kind: ImportKind;
  input: ByteChunks;
  /**
   * System that assigned the ids in the file. The same id from two systems means two institutions.
   */
  externalSource: string;
  mapping?: ColumnMapping;
  /** Recognized headers that the user chose not to use. */
  unused?: readonly string[];
  /** Values of the file that are replaced by others, by column. */
  values?: ValueMap | undefined;
  /** Order of day and month in all date columns; without it, each column's own dates decide. */
  dates?: DateOrder | undefined;
  /**
   * Number format of columns that can be read in two ways; without it, each column's own numbers
   * decide.
   */
  numbers?: NumberFormat | undefined;
  /** Time zone in which an instant is converted to a day. */
  timeZone: string;
  /**
   * Handling of several usage rows for the same location, product and day. When unset, many such
   * rows stop the import.
   */
  repeats?: RepeatedRowsHandling | undefined;
  /** Name of the CRM that assigns the owners of customers; `null` without a connected CRM. */
  connectedCrm?: string | null;
  /** Called with the number of bytes read so far. */
  onProgress?: (bytes: number) => void;
}

export interface ReadingOptions extends ImportFileOptions {
  /** `true` imports a file despite warnings, such as a column that is largely unusable. */
  accept?: boolean;
  /** Called with each warning that would have stopped the import without `accept`. */
  onDoubt?: (doubt: ImportRefused) => void;
  database: Database;
  /** Called with batches of unusable cells. Reading waits for the promise. */
  onLeftOut?: (cells: UnusableCell[]) => void | Promise<void>;
  /** Called once all rows are read, before any row is written. */
  onRead?: () => Promise<void>;
}

/**
 * Called after each batch of rows, whether the rows were accepted or rejected. Throws to stop the
 * reading.
 */
type Checkpoint = () => Promise<void>;

/**
 * Reads, checks and stages the rows of a file. Throws `ImportRefused` when the whole file cannot be
 * used.
 */
export async function readFileToStaging(
  options: ReadingOptions,
  importId: string,
  today: Day,
  checkpoint: Checkpoint,
): Promise<ImportReport> {
  const { kind, database } = options;
  const pieceMs = createBackgroundBatchDurationCalculator(database);
  let lines: string[] = [];
  // Reading continues while the previous batch is copied.
  let copying: Promise<unknown> = Promise.resolve();

  const copy = async () => {
    await copying;
    if (lines.length === 0) return;
    copying = database.copyIn(stagingTables[kind], stagingColumns[kind], [lines.join('')]);
    // The next `await` reports a failed copy. Until then, the rejection must not end the process as
    // unhandled.
    copying.catch(() => undefined);
    lines = [];
  };
  const stage = async (rows: readonly StagedReadRow[]) => {
    for (const { row, staged } of rows) {
      if (row.problems.length === 0)
        for (const values of staged)
          lines.push(formatCopyLine([importId, row.row.line, ...values]));
      if (lines.length >= rowsPerMs * pieceMs()) await copy();
    }
    const leftOut = rows.flatMap(({ row }) => [
      ...row.problems.map((problem) => ({ ...problem, imported: false })),
      ...row.warnings.map((warning) => ({ ...warning, imported: row.problems.length === 0 })),
    ]);
    if (leftOut.length > 0) await options.onLeftOut?.(leftOut);
    await checkpoint();
  };
  const places = new CachedPlaceLookup(database.background, options.externalSource);
  try {
    const file = await readAndCheckRows(options, { today, places, onRead: stage });
    await copy();
    await options.onRead?.();
    for (const doubt of file.doubts()) {
      if (options.accept !== true) throw doubt;
      options.onDoubt?.(doubt);
    }
    return file.report();
  } finally {
    // The copy must end before the caller clears the staging table.
    await copying;
  }
}

interface Reading {
  today: Day;
  places: PlaceLookup;
  /** Called with batches of rows in order. Reading waits for the promise. */
  onRead: (rows: readonly StagedReadRow[]) => Promise<void>;
}

/** Reads and checks all rows of a file. Throws `ImportRefused` when the file cannot be read. */
export async function readAndCheckRows(
  options: ImportFileOptions,
  { today, places, onRead }: Reading,
): Promise<FileReader> {
  const { kind, mapping } = options;
  let file: FileReader | undefined;
  const readAll = async (from: FileReader, rows: readonly CsvRow[]) => {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      await onRead(await from.read(rows.slice(start, start + rowsAtOnce)));
      await otherWork();
    }
  };
  await readCsv(convertToUtf8(counted(options.input, options.onProgress)), {
    knownCells: (header) => countKnownCells(kind, header, mapping),
    header(cells, delimiter, following) {
      const header = {
        ...withoutOwnersOfCrm(
          readHeader(kind, cells, mapping, options.unused, following),
          options.connectedCrm,
        ),
        valueMap: foldValueMap(options.values),
      };
      file = new FileReader(options, delimiter, { header, today, places });
    },
    async rows(rows) {
      if (file !== undefined) await readAll(file, file.undecided.take(rows));
    },
  });
  if (file === undefined) throw new ImportRefused('The file is empty: it has no header line.');
  await readAll(file, file.undecided.rest());
  return file;
}

/** Leaves the column of owners unused when a connected CRM assigns the owners. */
function withoutOwnersOfCrm(header: HeaderMap, connectedCrm: string | null = null): HeaderMap {
  if (connectedCrm === null || !header.places.has('owner')) return header;
  return {
    ...header,
    places: new Map([...header.places].filter(([column]) => column !== 'owner')),
    columns: header.columns.map((column) =>
      column.usedAs === 'owner'
        ? { ...column, usedAs: null, note: `not used: owners come from ${connectedCrm}` }
        : column,
    ),
  };
}

/** Reads the rows of one file in order. */
class FileReader {
  readonly #tally: ReadingTally;
  readonly #values: ValueTally;
  readonly #usage: UsageRowChecker | undefined;
  readonly #reportLines: ReportLineDetector;
  /** Holds the rows until the formats of all columns are known. */
  readonly undecided: ColumnFormatDecider;
  readonly #kind: ImportKind;
  readonly #header: HeaderMap;
  readonly #reading: Omit<FileReadingContext, 'hasPracticeTypes'>;

  constructor(
    { kind, externalSource, dates, numbers, repeats, timeZone }: ImportFileOptions,
    delimiter: string,
    reading: Pick<FileReadingContext, 'header' | 'today' | 'places'>,
  ) {
    this.#kind = kind;
    this.#header = reading.header;
    this.undecided = new ColumnFormatDecider(kind, reading.header, delimiter, {
      dates,
      numbers,
      timeZone,
    });
    this.#reading = { ...reading, externalSource };
    this.#tally = new ReadingTally(kind, reading.header);
    this.#values = new ValueTally(kind, reading.header);
    this.#reportLines = new ReportLineDetector(kind, reading.header);
    this.#usage = kind === 'usage' ? new UsageRowChecker(reading.header, repeats) : undefined;
  }

  /**
   * Returns `true` for a repeated header line, as in a file that was concatenated from several
   * files.
   */
  #isHeaderAgain({ cells }: CsvRow): boolean {
    return (
      cells.length === this.#header.width &&
      cells.every(
        (cell, place) =>
          truncateText(readText(cell) ?? '', 100) === this.#header.columns[place]?.header,
      )
    );
  }

  report(): ImportReport {
    const notes = [this.undecided.notes(), this.#tally.notes(), this.#usage?.notes()];
    const { hasPracticeTypes } = this.undecided.decisions;
    const columns = this.#header.columns.map((column, place) => ({
      ...column,
      usedAs: column.usedAs === 'practiceType' && !hasPracticeTypes ? null : column.usedAs,
      note: [column.note, ...notes.map((of) => of?.get(place))].filter(Boolean).join('; ') || null,
    }));
    return { ...this.#tally.report(columns), values: this.#values.list() };
  }

  /** Returns the warnings that stop the import unless the user accepts the file. */
  doubts(): ImportRefused[] {
    return [this.#tally.unusable(), this.#usage?.repeated(), this.#usage?.monthly()].filter(
      (doubt) => doubt !== undefined,
    );
  }

  async read(rows: readonly CsvRow[]): Promise<StagedReadRow[]> {
    const { decisions } = this.undecided;
    const reading = { ...this.#reading, hasPracticeTypes: decisions.hasPracticeTypes };
    const noRecords = new Map<CsvRow, { problem: RejectedCell; isMisshapen: boolean }>();
    for (const row of rows) {
      const isHeader = this.#isHeaderAgain(row);
      const reason = isHeader ? 'repeats the header line' : this.#reportLines.reasonOf(row);
      const problem =
        reason === undefined
          ? rowLengthProblem(row, this.#header.width)
          : noRecord(row, reason, isHeader ? '' : firstCell(row));
      if (problem !== undefined) noRecords.set(row, { problem, isMisshapen: reason === undefined });
    }
    const whole = rows.filter((row) => !noRecords.has(row));
    const read = await readers[this.#kind](
      whole.map((row) => new RowReader(row, this.#header, decisions)),
      reading,
    );
    const readOf = new Map(read.map((each) => [each.row.row, each]));
    return rows.flatMap((row) => {
      const found = readOf.get(row);
      if (found !== undefined) {
        this.#tally.add(found);
        this.#values.add(row);
        if (found.row.problems.length === 0) this.#usage?.see(found);
      }
      const none = noRecords.get(row);
      if (none === undefined) return found === undefined ? [] : [found];
      this.#tally.addNoRecord(none.problem, none.isMisshapen);
      return [
        {
          row: {
            row,
            problems: [none.problem],
            warnings: [],
            unusable: [],
            placeholders: new Set<number>(),
          },
          staged: [],
        },
      ];
    });
  }
}

const firstCell = ({ cells }: CsvRow): string =>
  cellExcerpt(cells.find((cell) => cell.trim() !== '') ?? '');
const noRecord = ({ line }: CsvRow, reason: string, value: string): RejectedCell => ({
  line,
  column: '',
  value,
  reason,
});

async function* counted(
  input: ByteChunks,
  onProgress: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}
