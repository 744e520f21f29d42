import { restoreBackup } from '#server/backup/restore.ts';
import { readEnvSettings } from '#server/core/env/env-file.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { parseCommandArguments, runCommand } from './command.ts';

const usage = `npm run restore -- BACKUP [--replace]
  Restores a backup to the database that DATA_DIR or DATABASE_URL names, while no server uses it. Refuses a
  database that is not empty; with --replace, its data is deleted.`;

function readRequest(): { backup: string; mayReplace: boolean } {
  const options = { replace: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseCommandArguments({ allowPositionals: true, options }, usage);
  const [backup, ...rest] = positionals;
  if (backup === undefined || rest.length > 0) throw new CannotContinueError(usage);
  return { backup, mayReplace: values.replace };
}

await runCommand(async () => {
  const { backup, mayReplace } = readRequest();
  const { madeAt } = await restoreBackup(backup, {
    env: readEnvSettings(),
    clock: () => new Date(),
    mayReplace,
  });
  console.log(`The database is restored to ${madeAt}. All users have to sign in again.`);
});
