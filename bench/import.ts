// Compares the first imports on a server, including all checks, with a COPY of the finished rows
// into a table with a primary key. Also measures the undo of the imports, and the effect of imports
// on other requests.
import { createHash } from 'node:crypto';
import { type Database, formatCopyLine } from '#server/core/db/database.ts';
import { undoImport } from '#server/imports/undo-import.ts';
import {
  bringLocations,
  generateCsvChunks,
  headers,
  importBenchFile,
  now,
  practiceRows,
  type RowValues,
  usageRows,
  withDatabase,
} from './import-files.ts';
import { measureImportSideEffects } from './import-meanwhile.ts';
import { measureSeconds } from './seconds.ts';
import type { Bench, BenchRow } from './types.ts';

interface Contest {
  kind: 'usage' | 'practices';
  count: number;
  rows(count: number): Iterable<RowValues>;
  table: 'usage_daily' | 'location';
  columns: string[];
  /**
   * Statement that leaves only the columns and the primary key of the table for the COPY. `restore`
   * undoes it before the import.
   */
  strip: string;
  restore: string;
  /** Values of the columns that the file does not have. */
  rest: RowValues;
}

const contests: Contest[] = [
  {
    kind: 'usage',
    count: 1_000_000,
    rows: usageRows,
    table: 'usage_daily',
    columns: ['institution_id', 'location_id', 'product', 'day', 'value'],
    strip: 'drop index usage_daily_day',
    restore: 'create index usage_daily_day on usage_daily (day, institution_id, location_id)',
    rest: [],
  },
  {
    kind: 'practices',
    count: 50_000,
    rows: practiceRows,
    table: 'location',
    columns:
      'institution_id location_id name street_address city state zip phone latitude longitude practice_type ehr opened_on updated_at'.split(
        ' ',
      ),
    strip:
      'drop index location_id; drop index location_external; alter table location drop constraint location_institution_id_fkey',
    restore: `create index location_id on location (location_id);
      create unique index location_external on location (external_source, external_id, institution_id);
      alter table location add constraint location_institution_id_fkey foreign key (institution_id) references institution`,
    rest: ['2026-11-21', '2026-11-21T00:00:00Z'],
  },
];

export const importBench: Bench = {
  name: 'import',
  async run() {
    const rows: BenchRow[] = [];
    for (const contest of contests) rows.push(...(await race(contest)));
    return [...rows, ...(await measureImportSideEffects())];
  },
};

function race(contest: Contest): Promise<BenchRow[]> {
  return withDatabase(async (database) => {
    const { kind, table, columns, count } = contest;
    if (kind === 'usage') await bringLocations(database);
    const empty =
      kind === 'usage'
        ? 'truncate usage_daily, usage_week, feed_week'
        : 'truncate institution, location, entitlement, contact, churn_event cascade';
    const ownId = await ownIds(database);
    const pieces = [...generateCsvChunks(headers[kind], contest.rows(count))];
    const lines = [...contest.rows(count)].map(([institution, location, ...values]) =>
      formatCopyLine([ownId(institution), ownId(location), ...values, ...contest.rest]),
    );
    await database.execute(`${empty}; ${contest.strip}`);
    const rawMs = await milliseconds(() => database.copyIn(table, columns, lines));
    const expected = await checksum(database, contest);

    await database.execute(`${empty}; ${contest.restore}`);
    let importId = '';
    let added = 0;
    const importMs = await milliseconds(async () => {
      const onBegin = async (begun: string) => {
        importId = begun;
      };
      ({ added } = await importBenchFile(database, kind, pieces, { onBegin }));
    });
    if (added !== count || (await checksum(database, contest)) !== expected)
      throw new Error('The import and the copy did not load the same rows');
    const undoMs = await undone(database, importId, table);
    const rows = count.toLocaleString('en-US');
    return [
      {
        bench: 'import',
        measure: `${rows} rows of ${kind}`,
        ours: count / (importMs / 1000),
        anchor: count / (rawMs / 1000),
        ratio: rawMs / importMs,
        limit: { atLeast: 0.12 },
        unit: 'rows/s',
        note: `full validation and merge; anchor: raw COPY with a primary key, ${database.engine}`,
      },
      {
        bench: 'import',
        measure: `undo of ${rows} rows of ${kind}`,
        ours: undoMs,
        anchor: importMs,
        ratio: undoMs / importMs,
        limit: { atMost: 2 },
        unit: 'ms',
        note: `anchor: the import that is undone, ${database.engine}`,
      },
    ];
  });
}

/** Returns the duration of a complete undo in milliseconds. */
async function undone(
  database: Database,
  importId: string,
  table: Contest['table'],
): Promise<number> {
  const request = { leavesChanged: false, by: 'bench' };
  const took = await milliseconds(() =>
    undoImport({ importId, database, clock: now, timeZone: 'America/Los_Angeles', asked: request }),
  );
  const { rows } = await database.execute(`select count(*) as left from ${table}`);
  if (Number(rows[0]?.left) !== 0) throw new Error('The undo left rows');
  return took;
}

/**
 * Returns a function that maps the number of a practice in the file to its location id. An unknown
 * number is returned unchanged.
 */
async function ownIds(
  database: Database,
): Promise<(number: RowValues[number] | undefined) => RowValues[number]> {
  const { rows } = await database.execute('select external_id, location_id from location');
  const ids = new Map(rows.map((row) => [String(row.external_id), Number(row.location_id)]));
  return (number) => ids.get(String(number)) ?? number ?? null;
}

/**
 * Returns a checksum of the imported rows. Leaves out the columns that an import sets itself: ids,
 * the update time, and the opening day, which the file does not have.
 */
async function checksum(database: Database, { table, columns }: Contest): Promise<string> {
  const own =
    table === 'location' ? ['institution_id', 'location_id', 'opened_on', 'updated_at'] : [];
  const compared = columns.filter((column) => !own.includes(column)).join(', ');
  const { rows } = await database.execute(
    `select count(*) as rows, sum(hashtextextended((${compared})::text, 0)::numeric)::text as sum from ${table}`,
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

const milliseconds = async (work: () => Promise<unknown>): Promise<number> =>
  1000 * (await measureSeconds(work));
