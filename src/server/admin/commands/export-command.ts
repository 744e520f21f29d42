import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CannotContinueError } from '#server/core/errors.ts';
import { createPracticesCsv } from '#server/imports/practices/practice-export.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

const usage =
  "npm run export -- practices [FILE.csv]   exports every practice with Chairside's and its own ids; without a file, to the standard output";

await runCommand(async () => {
  const [what, file, ...rest] = process.argv.slice(2);
  if (what !== 'practices' || rest.length > 0) throw new CannotContinueError(usage);
  await withMigratedDatabase(async (database) => {
    const output = file === undefined ? process.stdout : createWriteStream(file);
    await pipeline(createPracticesCsv(database.background), output, {
      end: file !== undefined,
    }).catch(unlessFile);
    if (file !== undefined) console.log(`The practices are in ${file}.`);
  });
});

function unlessFile(error: unknown): never {
  throw error instanceof Error && 'syscall' in error
    ? new CannotContinueError(`Couldn't write the file: ${error.message}`)
    : error;
}
