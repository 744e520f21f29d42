// Import of 100,000 rows with full validation, against COPY of the same finished rows into a table with a primary key.
import { createHash } from 'node:crypto';
import { copyLine, type Database } from '#server/core/db/database.ts';
import { type ImportOptions, importCsv } from '#server/imports/import.ts';
import { undoImport } from '#server/imports/undo/undo.ts';
import { addDays } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';
import { createTestDatabase } from '#test/database.ts';
import { median } from './median.ts';
import type { Bench, BenchRow } from './types.ts';

const count = 100_000;
const rounds = 5;
const locations = 2000;
const chunkBytes = 64 * 1024;

type Values = (string | number | null)[];

/** Usage of 2,000 locations, one row for each product and day. */
function* usageRows(rows: number): Generator<Values> {
  for (let index = 0; index < rows; index++) {
    const location = (index % locations) + 1;
    const step = Math.floor(index / locations);
    const product = productKeys[step % productKeys.length] ?? 'forms';
    yield [location, location, product, addDays('2026-01-04', Math.floor(step / productKeys.length)), (index * 7919) % 997];
  }
}

function* practiceRows(rows: number): Generator<Values> {
  for (let index = 1; index <= rows; index++)
    yield [
      index,
      index,
      `Practice & Partners ${index}`,
      `${index} Main St`,
      'Greenwich',
      'CT',
      `0${6000 + (index % 900)}`,
      `(203) 555-${String(index % 10_000).padStart(4, '0')}`,
      30 + (index % 2000) / 100,
      -70 - (index % 3000) / 100,
      'General dentistry',
      'Dentrix',
    ];
}

/** The file in the pieces in which a disk would hand it over. */
function* csv(header: string, rows: Iterable<Values>): Generator<Buffer> {
  let text = `${header}\n`;
  for (const row of rows) {
    text += `${row.join(',')}\n`;
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

interface Contest {
  kind: 'usage' | 'practices';
  header: string;
  rows(count: number): Iterable<Values>;
  table: 'usage_daily' | 'location';
  columns: string[];
  /** What a plain table with a primary key lacks, taken away for the anchor and put back for ours. */
  strip: string;
  restore: string;
  /** Values of the table that the file does not hold. */
  rest: Values;
}

const contests: Contest[] = [
  {
    kind: 'usage',
    header: 'Institution ID,Location ID,Product,Date,Value',
    rows: usageRows,
    table: 'usage_daily',
    columns: ['institution_id', 'location_id', 'product', 'day', 'value'],
    strip: 'drop index usage_daily_day',
    restore: 'create index usage_daily_day on usage_daily (day, institution_id, location_id)',
    rest: [],
  },
  {
    kind: 'practices',
    header: 'Institution ID,Location ID,Practice Name,Street,City,State,Zip Code,Phone,Lat,Lng,Practice Type,EHR',
    rows: practiceRows,
    table: 'location',
    columns:
      'institution_id location_id name street_address city state zip phone latitude longitude practice_type ehr opened_on updated_at'.split(
        ' ',
      ),
    strip: 'drop index location_id; drop index location_external; alter table location drop constraint location_institution_id_fkey',
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
    rows.push(await memory());
    return rows;
  },
};

async function withDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const { database, close } = await createTestDatabase();
  try {
    return await use(database);
  } finally {
    await close();
  }
}

const bring = (database: Database, kind: ImportOptions['kind'], input: Iterable<Buffer>, more: Partial<ImportOptions> = {}) =>
  importCsv({
    kind,
    input,
    source: 'bench',
    externalSource: defaultExternalSource,
    database,
    clock: () => new Date('2026-11-21T18:00:00Z'),
    timeZone: 'America/Los_Angeles',
    ...more,
  });

async function bringLocations(database: Database): Promise<void> {
  await bring(database, 'practices', csv(contests[1]?.header ?? '', practiceRows(locations)));
}

function race(contest: Contest): Promise<BenchRow[]> {
  return withDatabase(async (database) => {
    const { kind, table, columns } = contest;
    if (kind === 'usage') await bringLocations(database);
    const empty =
      kind === 'usage'
        ? 'truncate usage_daily, usage_week, feed_week'
        : 'truncate institution, location, entitlement, contact, churn_event cascade';
    const pieces = [...csv(contest.header, contest.rows(count))];
    const ownId = await ownIds(database);
    const lines = [...contest.rows(count)].map(([institution, location, ...values]) =>
      copyLine([ownId(institution), ownId(location), ...values, ...contest.rest]),
    );
    const ours: number[] = [];
    const anchor: number[] = [];
    const undos: number[] = [];
    const imports: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      await database.execute(`${empty}; ${contest.strip}`);
      const started = performance.now();
      await database.copyIn(table, columns, lines);
      const raw = performance.now() - started;
      const expected = await checksum(database, contest);

      await database.execute(`${empty}; ${contest.restore}`);
      const began = performance.now();
      let importId = '';
      const report = await bring(database, kind, pieces, {
        onBegin: async (begun) => {
          importId = begun;
        },
      });
      const whole = performance.now() - began;
      if (report.added !== count || (await checksum(database, contest)) !== expected)
        throw new Error('The import and the copy did not load the same rows');
      const undo = await undone(database, importId, table);
      // The first round warms both up.
      if (round === 0) continue;
      ours.push(count / (whole / 1000));
      anchor.push(count / (raw / 1000));
      undos.push(undo);
      imports.push(whole);
    }
    const undoRow: BenchRow = {
      bench: 'import',
      measure: `undo of ${count.toLocaleString('en-US')} rows of ${kind}`,
      ours: median(undos),
      anchor: median(imports),
      ratio: median(undos.map((value, round) => value / (imports[round] ?? Number.NaN))),
      limit: { atMost: 2 },
      unit: 'ms',
      note: `anchor: the import that is undone, ${database.engine}`,
    };
    const importRow: BenchRow = {
      bench: 'import',
      measure: `${count.toLocaleString('en-US')} rows of ${kind}`,
      ours: median(ours),
      anchor: median(anchor),
      ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
      limit: { atLeast: 0.12 },
      unit: 'rows/s',
      note: `full validation and merge; anchor: raw COPY with a primary key, ${database.engine}`,
    };
    return [importRow, undoRow];
  });
}

/** Milliseconds that the undo of an import takes, which leaves nothing of it. */
async function undone(database: Database, importId: string, table: Contest['table']): Promise<number> {
  const clock = () => new Date('2026-11-21T18:00:00Z');
  const began = performance.now();
  await undoImport({ importId, database, clock, timeZone: 'America/Los_Angeles', asked: { leavesChanged: false, by: 'bench' } });
  const took = performance.now() - began;
  const { rows } = await database.execute(`select count(*) as left from ${table}`);
  if (Number(rows[0]?.left) !== 0) throw new Error('The undo left rows');
  return took;
}

/** What the database calls a practice of the file, which has one number for the customer and its location; as the file does before it is there. */
async function ownIds(database: Database): Promise<(number: Values[number] | undefined) => Values[number]> {
  const { rows } = await database.execute('select external_id, location_id from location');
  const ids = new Map(rows.map((row) => [String(row.external_id), Number(row.location_id)]));
  return (number) => ids.get(String(number)) ?? number ?? null;
}

/** An import gives practices ids of its own, and no day on which they opened, as the file says none. */
async function checksum(database: Database, { table, columns }: Contest): Promise<string> {
  const own = table === 'location' ? ['institution_id', 'location_id', 'opened_on', 'updated_at'] : [];
  const compared = columns.filter((column) => !own.includes(column)).join(', ');
  const { rows } = await database.execute(
    `select count(*) as rows, sum(hashtextextended((${compared})::text, 0)::numeric)::text as sum from ${table}`,
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** The most that the process holds outside of the database's own thread while it imports, ten times the rows against once. */
function memory(): Promise<BenchRow> {
  return withDatabase(async (database) => {
    await bringLocations(database);
    const peak = async (rows: number) => {
      let most = 0;
      await bring(database, 'usage', csv(contests[0]?.header ?? '', usageRows(rows)), {
        onProgress: () => {
          const { heapUsed, external } = process.memoryUsage();
          most = Math.max(most, heapUsed + external);
        },
      });
      return most / 2 ** 20;
    };
    await peak(50_000);
    const anchor = await peak(50_000);
    const ours = await peak(500_000);
    return {
      bench: 'import',
      measure: 'memory, 500,000 rows against 50,000',
      ours,
      anchor,
      ratio: ours / anchor,
      limit: { atMost: 1.3 },
      unit: 'MB',
      note: 'heap and buffers outside of the database thread',
    };
  });
}
