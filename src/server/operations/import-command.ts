import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Stringifier, stringify } from 'csv-stringify';
import { type Database, DatabaseInUse, DatabaseUnavailable } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { BadSettings } from '#server/env.ts';
import { readSettings } from '#server/env-file.ts';
import { withProgress } from '#server/progress.ts';
import {
  type DateOrder,
  dateOrderSchema,
  defaultExternalSource,
  externalSourceSchema,
  type ImportKind,
  type ImportReport,
  importKindSchema,
  importKinds,
} from '#shared/operations.ts';
import { createApiKey, revokeApiKeys } from './api-keys-queries.ts';
import { finishAbandonedImports, importCsv } from './imports/import.ts';
import { ImportRefused } from './imports/import-error.ts';
import type { LeftOut } from './imports/reading.ts';

const usage = `npm run import -- ${importKinds.join('|')} FILE.csv [--source NAME] [--map "Their header=column"]...
                                [--dates day-first|month-first] [--accept] [--rejects FILE] [--dry-run]
npm run import -- key NAME      makes an API key for POST /api/ingest
npm run import -- revoke NAME   ends every key of that name`;

/** A reason to stop, for a person to read. */
class Refusal extends Error {}

interface Plan {
  kind: ImportKind;
  file: string;
  externalSource: string;
  mapping: Record<string, string>;
  dates: DateOrder | undefined;
  accept: boolean;
  rejects: string;
  dryRun: boolean;
}

/** What is done with the API keys of a name. */
interface KeyPlan {
  action: 'make' | 'revoke';
  name: string;
}

function readArguments(): Plan | KeyPlan {
  const { values, positionals } = parsed();
  const [first, second, ...rest] = positionals;
  if (first === undefined || second === undefined || rest.length > 0) throw new Refusal(usage);
  if (first === 'key') return { action: 'make', name: second };
  if (first === 'revoke') return { action: 'revoke', name: second };
  const kind = importKindSchema.safeParse(first);
  if (!kind.success) throw new Refusal(`"${first}" is no kind of import.\n${usage}`);
  const externalSource = externalSourceSchema.safeParse(values.source);
  if (!externalSource.success)
    throw new Refusal(`"${values.source}" cannot be a source: its name ${externalSource.error.issues[0]?.message}.`);
  const mapping = Object.fromEntries(
    values.map.map((pair) => {
      const cut = pair.lastIndexOf('=');
      if (cut < 1)
        throw new Refusal(`--map takes a header of the file and one of our columns, such as --map "Office Title=name"; not "${pair}".`);
      return [pair.slice(cut + 1).trim(), pair.slice(0, cut)];
    }),
  );
  const dates = dateOrderSchema.optional().safeParse(values.dates);
  if (!dates.success) throw new Refusal(`--dates takes day-first or month-first, not "${values.dates}".`);
  return {
    kind: kind.data,
    file: second,
    externalSource: externalSource.data,
    mapping,
    dates: dates.data,
    accept: values.accept,
    rejects: values.rejects ?? `${basename(second)}.rejects.csv`,
    dryRun: values['dry-run'],
  };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        source: { type: 'string', default: defaultExternalSource },
        map: { type: 'string', multiple: true, default: [] },
        dates: { type: 'string' },
        accept: { type: 'boolean', default: false },
        rejects: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new Refusal(`${file} is not a file.`);
  return found.size;
}

async function open(): Promise<{ database: Database; timeZone: string }> {
  const env = readSettings();
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  try {
    await migrate(database);
    for (const sentence of await finishAbandonedImports(database, () => new Date())) console.log(sentence);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, timeZone: env.BUSINESS_TIME_ZONE };
}

/** The file of cells that could not be used, made only when there is one. */
function rejectsFile(path: string) {
  let csv: Stringifier | undefined;
  let written: Promise<void> | undefined;
  return {
    async add(cells: LeftOut[]): Promise<void> {
      if (csv === undefined) {
        csv = stringify({ header: true, columns: ['line', 'column', 'value', 'reason', 'row'], escape_formulas: true });
        written = finished(csv.pipe(createWriteStream(path)));
        // Whoever closes the file hears of a failure; until then it must not end the process.
        written.catch(() => undefined);
      }
      for (const { imported, ...cell } of cells)
        if (!csv.write({ ...cell, row: imported ? 'imported' : 'rejected' })) await new Promise((resolve) => csv?.once('drain', resolve));
    },
    async close(): Promise<void> {
      if (csv === undefined) return;
      csv.end();
      await written;
      console.log(`Every cell that could not be used is in ${path}.`);
    },
  };
}

const count = (value: number) => value.toLocaleString('en-US').padStart(12);

function print(report: ImportReport, dryRun: boolean): void {
  console.log(dryRun ? 'Dry run: nothing was changed.' : 'Imported.');
  for (const [name, value] of [
    ['rows read', report.rowsRead],
    ['added', report.added],
    ['changed', report.changed],
    ['unchanged', report.unchanged],
    ['superseded', report.superseded],
    ['rejected', report.rejected],
  ] as const)
    console.log(`${count(value)}  ${name}`);
  printReasons(report, false);
  if (report.warned > 0) console.log(`${count(report.warned)}  cells left out of rows that went in`);
  printReasons(report, true);
  printColumns(report);
}

function printReasons({ reasons }: ImportReport, imported: boolean): void {
  for (const { column, reason, cells } of reasons.filter((each) => each.imported === imported).slice(0, 20))
    console.log(`${count(cells)}    ${`${column} ${reason}`.trim()}`);
}

function printColumns({ columns }: ImportReport): void {
  const ignored = columns.filter(({ usedAs, note }) => usedAs === null && note === null);
  console.log('Columns of the file:');
  for (const { header, usedAs, note } of columns.filter((column) => !ignored.includes(column)))
    console.log(`  "${header}" ${[usedAs === null ? undefined : `as ${usedAs}`, note].filter(Boolean).join('; ')}`);
  if (ignored.length > 0) console.log(`  ignored: ${ignored.map(({ header }) => `"${header}"`).join(', ')}`);
}

async function changeKeys({ action, name }: KeyPlan): Promise<void> {
  const { database } = await open();
  try {
    if (action === 'make') {
      console.log(`${await createApiKey(database.jobs, name, new Date())}\nKeep it: it is not shown again.`);
      return;
    }
    const ended = await revokeApiKeys(database.jobs, name, new Date());
    if (ended === 0) throw new Refusal(`There is no working key named "${name}".`);
    console.log(`${ended === 1 ? 'One key' : `${ended} keys`} named "${name}" ended.`);
  } finally {
    await database.close();
  }
}

async function run(): Promise<void> {
  const plan = readArguments();
  if ('action' in plan) return changeKeys(plan);
  const size = await sizeOf(plan.file);
  const { database, timeZone } = await open();
  const rejects = rejectsFile(plan.rejects);
  try {
    const report = await withProgress(`Importing ${plan.kind}`, (update) =>
      importCsv({
        ...plan,
        input: createReadStream(plan.file),
        source: `file ${basename(plan.file)}`,
        database,
        clock: () => new Date(),
        timeZone,
        onProgress: (bytes) => update(bytes, size, bytes < size ? '' : 'merging'),
        onLeftOut: (cells) => rejects.add(cells),
      }),
    );
    print(report, plan.dryRun);
  } finally {
    await rejects.close().finally(() => database.close());
  }
}

run().catch((error: unknown) => {
  process.exitCode = 1;
  if (error instanceof BadSettings) console.error(`These settings cannot be used (see .env.example):\n${error.message}`);
  else if (error instanceof DatabaseInUse)
    console.error(
      `${error.message}\nWhile the server runs on it, send the file to it: POST /api/ingest/practices, usage or entitlements with an API key.`,
    );
  else if (error instanceof DatabaseUnavailable || error instanceof Refusal || error instanceof ImportRefused) console.error(error.message);
  else console.error(error);
});
