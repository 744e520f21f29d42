import {
  makeBackup,
  removeOlderBackups,
  requireExistingEmbeddedDatabase,
} from '#server/backup/make.ts';
import { readEnvSettings } from '#server/core/env/env-file.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { countText } from '#shared/core/words.ts';
import { parseCommandArguments, runCommand, withUnmigratedDatabase } from './command.ts';

const usage = `npm run backup -- FOLDER [--keep N]
  Writes the whole database to a new folder in FOLDER, also while a server is running. With --keep, deletes all
  backups there except the newest N afterwards.`;

function readRequest(): { into: string; keep: number | undefined } {
  const { positionals, values } = parseCommandArguments(
    { allowPositionals: true, options: { keep: { type: 'string' } } },
    usage,
  );
  const [into, ...rest] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (into === undefined || rest.length > 0) throw new CannotContinueError(usage);
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new CannotContinueError(`--keep takes a whole number from 1.\n${usage}`);
  return { into, keep };
}

await runCommand(async () => {
  const { into, keep } = readRequest();
  requireExistingEmbeddedDatabase(readEnvSettings());
  await withUnmigratedDatabase(async (database, env) => {
    const { path, manifest } = await makeBackup({ database, env, clock: () => new Date() }, into);
    const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
    const missing = manifest.uploads?.missing.length ?? 0;
    if (missing > 0)
      console.log(
        `${countText(missing, 'file')} for an import ${missing === 1 ? 'is' : 'are'} not on this machine and therefore not in the backup.`,
      );
    console.log(
      `The backup is in ${path} (${megabytes.toFixed(1)} MB).\nTo restore it: npm run restore -- ${path}`,
    );
  });
  for (const name of keep === undefined ? [] : await removeOlderBackups(into, keep))
    console.log(`Removed: ${name}`);
});
