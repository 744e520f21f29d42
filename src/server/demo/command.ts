import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { dayIn } from '#shared/dates.ts';
import { defaultExternalSource } from '#shared/operations.ts';
import { type Database, DatabaseUnavailable } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { BadSettings, type Env } from '../env.ts';
import { readSettings } from '../env-file.ts';
import { finishAbandonedImports, importCsv } from '../operations/imports/import.ts';
import { ImportRefused } from '../operations/imports/import-error.ts';
import { withProgress } from '../progress.ts';
import { layUsage } from './imported.ts';
import { demoState } from './queries.ts';
import { RemovalRefused, removeDemo } from './removal.ts';

const usage = `npm run demo -- [--practices FILE.csv] [--weeks N]
  Imports the practices of the file, if one is named, and lays the demo's usage over every imported institution
  that has none: N complete weeks (4 to 104, usually 26) and the running one. Not for customers' real data.
npm run demo -- --remove [--with-work]
  Takes the demo away and leaves everything else; with --with-work also what people did with the demo's customers.`;

/** A reason to stop, for a person to read. */
class Refusal extends Error {}

type Plan = { do: 'lay'; practices: string | undefined; weeks: number } | { do: 'remove'; withWork: boolean };

function readArguments(): Plan {
  const { practices, weeks, remove, 'with-work': withWork } = parsed();
  if (remove && practices === undefined && weeks === undefined) return { do: 'remove', withWork };
  if (remove || withWork) throw new Refusal(usage);
  const count = Number(weeks ?? 26);
  if (!Number.isInteger(count) || count < 4 || count > 104) throw new Refusal(`--weeks takes a whole number from 4 to 104.\n${usage}`);
  return { do: 'lay', practices, weeks: count };
}

function parsed() {
  try {
    const options = {
      practices: { type: 'string' },
      weeks: { type: 'string' },
      remove: { type: 'boolean', default: false },
      'with-work': { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function importPractices(database: Database, file: string, timeZone: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new Refusal(`${file} is not a file.`);
  const report = await withProgress('Importing practices', (update) =>
    importCsv({
      kind: 'practices',
      input: createReadStream(file),
      source: `file ${basename(file)}`,
      externalSource: defaultExternalSource,
      database,
      clock: () => new Date(),
      timeZone,
      onProgress: (bytes) => update(bytes, found.size, bytes < found.size ? '' : 'merging'),
    }),
  );
  console.log(`${report.rowsRead} rows read: ${report.added} added, ${report.unchanged} were there, ${report.rejected} rejected.`);
  if (report.rejected > 0) console.log('npm run import -- practices FILE.csv writes what was rejected, and why, to a file.');
}

async function lay(database: Database, timeZone: string, practices: string | undefined, weeks: number): Promise<void> {
  if ((await demoState(database.jobs)).decision?.decided === 'demo')
    throw new Refusal(
      'This database holds the demo, which does not mix with other practices: set another DATA_DIR or DATABASE_URL, or take the demo away with npm run demo -- --remove.',
    );
  if (practices !== undefined) await importPractices(database, practices, timeZone);
  const today = dayIn(timeZone, new Date());
  const startedAt = performance.now();
  const laid = await withProgress('Laying usage', (update) =>
    layUsage(database, { today, weeks, onProgress: (done, total) => update(done, total, `${done} of ${total} institutions`) }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${laid.institutions} institutions got ${weeks} weeks of usage (${laid.usageWeeks} rows) in ${seconds} s.`);
  console.log('npm run jobs -- run scores.backfill scores the weeks that are not closed yet; closed weeks stay as they are.');
}

async function remove(database: Database, asked: Env['SEED'], withWork: boolean): Promise<void> {
  const removed = await removeDemo(database, () => new Date(), { asked, withWork });
  if (removed === undefined) return console.log('There is no demo in this database.');
  const { customers, weeks } = removed;
  console.log(`The demo is gone: ${customers} customers with all that was kept about them, ${weeks.removed} official weeks.`);
  if (weeks.left > 0)
    console.log(
      `${weeks.left} official weeks have scores of your own practices. They stay as they were closed, with the demo's customers among the peers;\nnpm run jobs -- reopen --from ${weeks.first} --reason "The demo is gone" makes them again without.`,
    );
}

async function run(): Promise<void> {
  const plan = readArguments();
  const env = readSettings();
  if (plan.do === 'lay' && env.exposure === 'production')
    throw new Refusal('The demo invents usage, which the rules of production forbid.');
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  try {
    await migrate(database);
    for (const sentence of await finishAbandonedImports(database, () => new Date())) console.log(sentence);
    if (plan.do === 'remove') await remove(database, env.SEED, plan.withWork);
    else await lay(database, env.BUSINESS_TIME_ZONE, plan.practices, plan.weeks);
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  process.exitCode = 1;
  if (error instanceof BadSettings) console.error(`These settings cannot be used (see .env.example):\n${error.message}`);
  else if ([DatabaseUnavailable, Refusal, RemovalRefused, ImportRefused].some((known) => error instanceof known))
    console.error(error instanceof Error ? error.message : error);
  else console.error(error);
});
