import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { BadSettings } from '#server/env.ts';
import { readSettings } from '#server/env-file.ts';
import { practicesCsv } from './practice-export.ts';

const usage = 'npm run export -- practices [FILE.csv]   every practice with our ids and its own; without a file, to the standard output';

/** A reason to stop, for a person to read. */
class Refusal extends Error {}

async function run([what, file, ...rest]: string[]): Promise<void> {
  if (what !== 'practices' || rest.length > 0) throw new Refusal(usage);
  const env = readSettings();
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });
  try {
    await migrate(database);
    const output = file === undefined ? process.stdout : createWriteStream(file);
    await pipeline(practicesCsv(database.jobs), output, { end: file !== undefined });
    if (file !== undefined) console.log(`The practices are in ${file}.`);
  } finally {
    await database.close();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  if (error instanceof BadSettings) console.error(`These settings cannot be used (see .env.example):\n${error.message}`);
  else if (error instanceof DatabaseUnavailable || error instanceof Refusal) console.error(error.message);
  else if (error instanceof Error && 'syscall' in error) console.error(`The file cannot be written: ${error.message}`);
  else console.error(error);
});
