import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '#server/db/database.ts';
import { copyLine } from '#server/db/database.ts';
import type { Clock } from '#server/dependencies.ts';
import { gatherStatistics } from '#server/health/week-queries.ts';
import { type Day, dayIn } from '#shared/dates.ts';
import type { ImportKind, ImportReport, Reject } from '#shared/operations.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { type Bytes, toUtf8 } from './encoding.ts';
import { entitlementStagingColumns, stageEntitlement } from './entitlements.ts';
import { mergeEntitlements } from './entitlements-queries.ts';
import { checkMapping, type HeaderMap, knownCells, type Mapping, readHeader } from './header.ts';
import { ImportRefused } from './import-error.ts';
import type { Merge, MergeCounts } from './merge.ts';
import { practiceStagingColumns, stagePractice } from './practices.ts';
import { mergePractices } from './practices-queries.ts';
import { RowReader, shapeProblem } from './row-reader.ts';
import { beginRun, endRun, lockImports, showLife, stagingTables } from './run-queries.ts';
import { stageUsage, usageStagingColumns } from './usage.ts';
import { mergeUsage } from './usage-queries.ts';

type Staged = (string | number | boolean | null)[];

const stagingColumns = { practices: practiceStagingColumns, usage: usageStagingColumns, entitlements: entitlementStagingColumns };
const merges: Record<ImportKind, (transaction: Queries, merge: Merge) => Promise<MergeCounts>> = {
  practices: mergePractices,
  usage: mergeUsage,
  entitlements: mergeEntitlements,
};
/** Small enough that the embedded database answers requests between two of them. */
const rowsPerCopy = 10_000;
const listed = 100;

export interface ImportOptions {
  kind: ImportKind;
  input: Bytes;
  /** Where it comes from, for the record: a file's name or an API key's. */
  source: string;
  mapping?: Mapping;
  dryRun?: boolean;
  database: Database;
  clock: Clock;
  timeZone: string;
  /** Bytes of the input taken so far. */
  onProgress?: (bytes: number) => void;
  /** Every reject, in bundles; the input waits for it. */
  onRejects?: (rejects: Reject[]) => void | Promise<void>;
}

class DryRun extends Error {}

/**
 * Reads a CSV into the database: everything that is usable, or nothing when the process dies on the way. Throws
 * ImportRefused when the file as a whole cannot be used.
 */
export async function importCsv(options: ImportOptions): Promise<ImportReport> {
  const { kind, database, clock } = options;
  checkMapping(kind, options.mapping ?? {});
  const importId = randomUUID();
  const today = dayIn(options.timeZone, clock());
  const tally = new Tally(kind, options.onRejects);
  await beginRun(database.jobs, { importId, kind, source: options.source, now: clock() });
  try {
    const header = await stage(options, importId, today, tally);
    let report: ImportReport | undefined;
    await database.jobs
      .transaction()
      .execute(async (transaction) => {
        await lockImports(transaction);
        const counts = await merges[kind](transaction, {
          importId,
          now: clock(),
          today,
          has: (column) => header.places.has(column),
          headerOf: header.headerOf,
          reject: (rejects) => tally.reject(rejects, new Set(rejects.map((reject) => reject.line)).size),
        });
        report = tally.report(counts);
        if (options.dryRun === true) throw new DryRun();
        // Without them the first readers' plans would be those of empty tables.
        await gatherStatistics(transaction);
        await endRun(transaction, { importId, kind, now: clock(), report });
      })
      .catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
      });
    if (report === undefined) throw new Error('The merge ended without a report');
    if (options.dryRun === true) await giveUp(options, importId);
    return report;
  } catch (error) {
    await giveUp(options, importId);
    throw error;
  }
}

async function giveUp({ database, kind, clock }: ImportOptions, importId: string): Promise<void> {
  await database.jobs.transaction().execute(async (transaction) => {
    await lockImports(transaction);
    await endRun(transaction, { importId, kind, now: clock(), report: undefined });
  });
}

/** Reads, checks and copies the rows to the staging table; no transaction is open while it waits for the input. */
async function stage(options: ImportOptions, importId: string, today: Day, tally: Tally): Promise<HeaderMap> {
  const { kind, database, mapping } = options;
  let found: HeaderMap | undefined;
  let decimalComma = false;
  let lines: string[] = [];

  const copy = async () => {
    if (lines.length === 0) return;
    const full = lines;
    lines = [];
    await database.copyIn(stagingTables[kind], stagingColumns[kind], [full.join('')]);
    await showLife(database.jobs, importId, options.clock());
  };
  await readCsv(toUtf8(counted(options.input, options.onProgress)), {
    knownCells: (header) => knownCells(kind, header, mapping),
    header(header, delimiter) {
      found = readHeader(kind, header, mapping);
      decimalComma = delimiter !== ',';
    },
    async rows(rows) {
      if (found === undefined) return;
      const rejects: Reject[] = [];
      let rejectedRows = 0;
      for (const row of rows) {
        const { staged, problems, warnings } = read(kind, row, found, today, decimalComma);
        tally.warn(warnings);
        if (problems.length > 0) {
          rejects.push(...problems);
          rejectedRows += 1;
        } else for (const values of staged) lines.push(copyLine([importId, row.line, ...values]));
        tally.rowsRead += problems.length > 0 ? 1 : staged.length;
      }
      await tally.reject(rejects, rejectedRows);
      if (lines.length >= rowsPerCopy) await copy();
    },
  });
  await copy();
  if (found === undefined) throw new ImportRefused('The file is empty: it has no header line.');
  return found;
}

function read(
  kind: ImportKind,
  row: CsvRow,
  header: HeaderMap,
  today: Day,
  decimalComma: boolean,
): { staged: Staged[]; problems: Reject[]; warnings: Reject[] } {
  const shape = shapeProblem(row, header.width);
  if (shape !== undefined) return { staged: [], problems: [shape], warnings: [] };
  if (kind === 'practices') {
    const reader = new RowReader<'practices'>(row, header);
    const staged = stagePractice(reader, today);
    return { staged: [staged], problems: reader.problems, warnings: reader.warnings };
  }
  if (kind === 'usage') {
    const reader = new RowReader<'usage'>(row, header);
    return { staged: stageUsage(reader, header, today, decimalComma), problems: reader.problems, warnings: reader.warnings };
  }
  const reader = new RowReader<'entitlements'>(row, header);
  return { staged: [stageEntitlement(reader)], problems: reader.problems, warnings: reader.warnings };
}

async function* counted(input: Bytes, onProgress: ((bytes: number) => void) | undefined): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}

/** What has been found out about the rows so far. */
class Tally {
  rowsRead = 0;
  readonly #kind: ImportKind;
  readonly #onRejects: ImportOptions['onRejects'];
  #rejected = 0;
  #warned = 0;
  #rejects: Reject[] = [];
  readonly #warnings: Reject[] = [];

  constructor(kind: ImportKind, onRejects: ImportOptions['onRejects']) {
    this.#kind = kind;
    this.#onRejects = onRejects;
  }

  warn(warnings: Reject[]): void {
    this.#warned += warnings.length;
    if (this.#warnings.length < listed) this.#warnings.push(...warnings.slice(0, listed - this.#warnings.length));
  }

  async reject(rejects: Reject[], rows: number): Promise<void> {
    if (rejects.length === 0) return;
    this.#rejected += rows;
    this.#rejects = [...this.#rejects, ...rejects].sort((one, other) => one.line - other.line).slice(0, listed);
    await this.#onRejects?.(rejects);
  }

  report(counts: MergeCounts): ImportReport {
    return {
      kind: this.#kind,
      rowsRead: this.rowsRead,
      ...counts,
      rejected: this.#rejected,
      rejects: this.#rejects,
      warned: this.#warned,
      warnings: this.#warnings,
    };
  }
}
