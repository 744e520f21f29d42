import { numberText } from '#shared/core/words.ts';
import type {
  ImportedColumnUse,
  ImportKind,
  ImportReport,
  RejectedCell,
  UnusableCellCount,
} from '#shared/imports/report.ts';
import { readDegrees } from './cells/cells.ts';
import type { HeaderMap } from './header/header-map.ts';
import { ImportRefused } from './import-error.ts';
import type { StagedReadRow } from './read-row.ts';
import { cellExcerpt } from './row-reader.ts';

/** Maximum number of rejected rows listed in a report, and maximum number of listed warnings. */
const listed = 100;
const mostReasons = 1_000;
/**
 * Share of unusable cells, 0–1, above which a column counts as unusable. The column must also have
 * at least `fewCells` unusable cells.
 */
const unusableShare = 0.1;
const fewCells = 10;

interface ColumnTally {
  cells: number;
  unusable: number;
  example: RejectedCell | undefined;
  placeholders: number;
  placeholder: { value: string; line: number } | undefined;
}

/** Counts of the rows and cells of a file. */
export class ReadingTally {
  readonly #kind: ImportKind;
  readonly #header: HeaderMap;
  readonly #columns: ColumnTally[];
  /** Indexes of the used columns. */
  readonly #used: number[];
  readonly #reasons = new Map<string, UnusableCellCount>();
  readonly #rejects: RejectedCell[] = [];
  readonly #warnings: RejectedCell[] = [];
  #rowsRead = 0;
  #rejected = 0;
  #warned = 0;
  #misshapen = 0;
  #swapped = 0;

  constructor(kind: ImportKind, header: HeaderMap) {
    this.#kind = kind;
    this.#header = header;
    this.#columns = header.columns.map(() => ({
      cells: 0,
      unusable: 0,
      example: undefined,
      placeholders: 0,
      placeholder: undefined,
    }));
    this.#used = header.columns.flatMap(({ usedAs }, place) => (usedAs === null ? [] : [place]));
  }

  /**
   * Adds a row that is not a record. `isMisshapen` is `true` when the row's number of cells differs
   * from the header's.
   */
  addNoRecord(problem: RejectedCell, isMisshapen: boolean): void {
    if (isMisshapen) this.#misshapen += 1;
    this.#reject([problem]);
  }

  add({ row, staged }: StagedReadRow): void {
    for (const place of this.#used)
      if ((row.row.cells[place] ?? '').trim() !== '') this.#column(place).cells += 1;
    for (const place of new Set(row.unusable)) this.#addUnusable(place, row);
    for (const place of row.placeholders) {
      const column = this.#column(place);
      column.placeholders += 1;
      column.placeholder ??= { value: cellExcerpt(row.row.cells[place] ?? ''), line: row.row.line };
    }
    const imported = row.problems.length === 0;
    for (const warning of row.warnings) this.#numberText(warning, imported);
    if (imported) {
      this.#rowsRead += staged.length;
      this.#warned += row.warnings.length;
      keepFirst(this.#warnings, row.warnings);
    } else this.#reject(row.problems);
  }

  #reject(problems: readonly RejectedCell[]): void {
    this.#rowsRead += 1;
    this.#rejected += 1;
    keepFirst(this.#rejects, problems);
    for (const problem of problems) this.#numberText(problem, false);
  }

  #column(place: number): ColumnTally {
    const column = this.#columns[place];
    if (column === undefined) throw new Error(`The file has no column ${place}`);
    return column;
  }

  #addUnusable(place: number, { row, problems, warnings }: StagedReadRow['row']): void {
    const column = this.#column(place);
    // A blank cell is unusable only in a column that requires a value. `add` leaves out blank cells,
    // so an unusable blank cell is counted here.
    if ((row.cells[place] ?? '').trim() === '') column.cells += 1;
    column.unusable += 1;
    column.example ??= [...problems, ...warnings].find(
      (noted) => noted.column === this.#header.columns[place]?.header,
    );
    const { places } = this.#header;
    if (place === places.get('latitude') && isLatitude(row.cells[places.get('longitude') ?? -1]))
      this.#swapped += 1;
  }

  #numberText({ column, reason }: RejectedCell, imported: boolean): void {
    const key = JSON.stringify([column, reason, imported]);
    const known = this.#reasons.get(key);
    if (known !== undefined) known.cells += 1;
    else if (this.#reasons.size < mostReasons)
      this.#reasons.set(key, { column, reason, cells: 1, imported });
  }

  /** Returns notes on columns with placeholders such as `N/A`, by column index. */
  notes(): Map<number, string> {
    return new Map(
      this.#columns.flatMap(({ placeholders, placeholder }, place) =>
        placeholder === undefined
          ? []
          : [
              [
                place,
                `${cellsInWords(placeholders)} such as "${placeholder.value}" (line ${placeholder.line}) ${placeholders === 1 ? 'was' : 'were'} read as blank`,
              ] as const,
            ],
      ),
    );
  }

  /**
   * Returns the error that explains why the file, a column or the shape of the rows is unusable;
   * `undefined` for a usable file.
   */
  unusable(): ImportRefused | undefined {
    const { doubt } = this.#header;
    if (doubt !== null)
      return this.#refusal(doubt, [
        'Import a list of people as contacts.',
        ' That is npm run import -- contacts.',
      ]);
    const isTooMany = (unusable: number, cells: number) =>
      unusable >= fewCells && unusable > cells * unusableShare;
    if (isTooMany(this.#misshapen, this.#rowsRead))
      return this.#refusal(
        `${numberText(this.#misshapen)} of ${numberText(this.#rowsRead)} rows have more or fewer cells than the header`,
        ['Cells with a comma or a line break may be unquoted.', ''],
      );
    for (const [place, { cells, unusable, example }] of this.#columns.entries()) {
      if (!isTooMany(unusable, cells) || example === undefined) continue;
      const { header, usedAs } = this.#header.columns[place] ?? { header: '', usedAs: null };
      return this.#refusal(
        `${numberText(unusable)} of ${numberText(cells)} cells of "${header}" cannot be used as ${usedAs}, such as "${example.value}" on line ${example.line}, which ${example.reason.replace(/; left out$/, '')}`,
        this.#looksLike(usedAs, unusable, example),
      );
    }
    return undefined;
  }

  /**
   * Returns the likely cause of a column's unusable cells, and advice for users of the command
   * line.
   */
  #looksLike(usedAs: string | null, unusable: number, { reason }: RejectedCell): [string, string] {
    const headerOf = (column: string) => this.#header.headerOf(column);
    if (usedAs === 'latitude' && this.#swapped * 2 > unusable)
      return [
        'Latitude and longitude may be swapped.',
        ` If so, import it with --map "${headerOf('longitude')}=latitude" --map "${headerOf('latitude')}=longitude".`,
      ];
    if (/known (institution|location)|location of this institution/.test(reason))
      return [
        'The practices may not be imported yet, or these are ids of another system.',
        ' Name another system with --source.',
      ];
    if (/not a date|in the future/.test(reason))
      return [
        'This column may have other data, or day and month may be swapped.',
        ' Set their order with --dates.',
      ];
    return ['This column may have other data.', ''];
  }

  #refusal(what: string, [looksLike, onTheCommandLine]: [string, string]): ImportRefused {
    return new ImportRefused(
      `Nothing was imported: ${what}. ${looksLike}`,
      `${onTheCommandLine}\nTo import the usable rows anyway, add --accept to the command or ?accept=true to the address of the feed.`,
    );
  }

  report(columns: ImportedColumnUse[]): ImportReport {
    return {
      kind: this.#kind,
      rowsRead: this.#rowsRead,
      added: 0,
      changed: 0,
      unchanged: 0,
      superseded: 0,
      skipped: 0,
      rejected: this.#rejected,
      rejects: this.#rejects,
      warned: this.#warned,
      warnings: this.#warnings,
      undated: 0,
      newcomers: 0,
      moved: 0,
      notes: [],
      reasons: [...this.#reasons.values()]
        .sort((one, other) => other.cells - one.cells)
        .slice(0, listed),
      columns,
    };
  }
}

const cellsInWords = (cells: number) => (cells === 1 ? '1 cell' : `${numberText(cells)} cells`);

/** Returns `true` when a cell could be the latitude of a practice. */
function isLatitude(cell: string | undefined): boolean {
  const read = readDegrees(cell ?? '', 90);
  return 'value' in read && read.value !== null && read.value > 0;
}

function keepFirst(kept: RejectedCell[], more: readonly RejectedCell[]): void {
  if (kept.length < listed) kept.push(...more.slice(0, listed - kept.length));
}
