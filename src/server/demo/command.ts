import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { dayIn } from '#shared/dates.ts';
import { defaultExternalSource } from '#shared/operations.ts';
import { type Database, DatabaseUnavailable } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { BadSettings, parseEnv } from '../env.ts';
import { importCsv } from '../operations/imports/import.ts';
import { ImportRefused } from '../operations/imports/import-error.ts';
import { withProgress } from '../progress.ts';
import { layUsage } from './imported.ts';

const usage = `npm run demo -- [--practices FILE.csv] [--weeks N]
  Imports the practices of the file, if one is named, and lays the demo's usage over every imported institution
  that has none: N complete weeks (4 to 104, usually 26) and the running one. Not for customers' real data.`;

/** A reason to stop, for a person to read. */
class Refusal extends Error {}

function readArguments(): { practices: string | undefined; weeks: number } {
  const { values } = parsed();
  const weeks = Number(values.weeks);
  if (!Number.isInteger(weeks) || weeks < 4 || weeks > 104) throw new Refusal(`--weeks takes a whole number from 4 to 104.\n${usage}`);
  return { practices: values.practices, weeks };
}

function parsed() {
  try {
    return parseArgs({ options: { practices: { type: 'string' }, weeks: { type: 'string', default: '26' } } });
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

async function run(): Promise<void> {
  const { practices, weeks } = readArguments();
  const env = parseEnv(process.env);
  if (env.NODE_ENV === 'production') throw new Refusal('The demo invents usage and does not run in production.');
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  try {
    await migrate(database);
    if (practices !== undefined) await importPractices(database, practices, env.BUSINESS_TIME_ZONE);
    const today = dayIn(env.BUSINESS_TIME_ZONE, new Date());
    const startedAt = performance.now();
    const laid = await withProgress('Laying usage', (update) =>
      layUsage(database, { today, weeks, onProgress: (done, total) => update(done, total, `${done} of ${total} institutions`) }),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${laid.institutions} institutions got ${weeks} weeks of usage (${laid.usageWeeks} rows) in ${seconds} s.`);
    console.log('npm run jobs -- run scores.backfill scores the weeks that are not closed yet; closed weeks stay as they are.');
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  process.exitCode = 1;
  if (error instanceof BadSettings) console.error(`These settings cannot be used (see .env.example):\n${error.message}`);
  else if (error instanceof DatabaseUnavailable || error instanceof Refusal || error instanceof ImportRefused) console.error(error.message);
  else console.error(error);
});
