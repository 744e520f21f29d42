import { CannotContinueError } from '#server/core/errors.ts';
import { verifyAuditLog } from '../audit/verify.ts';
import { migrateOrRequireMigrated, runCommand, withUnmigratedDatabase } from './command.ts';

const usage = `npm run audit -- verify
  Checks every entry of the audit log against the previous entry and its seal, and the newest entry against the record in DATA_DIR.`;

await runCommand(async () => {
  const [word, ...rest] = process.argv.slice(2);
  if (word !== 'verify' || rest.length > 0) throw new CannotContinueError(usage);
  // `withMigratedDatabase` would create a missing audit key, but the check has to report it.
  await withUnmigratedDatabase(async (database, env) => {
    await migrateOrRequireMigrated(database);
    const { entries, hash, broken, problems, notes } = await verifyAuditLog(
      database.background,
      env,
    );
    const changed =
      broken === null
        ? []
        : [
            `The audit log was changed: entry ${broken.position} (${broken.action}, ${broken.at.toISOString()}) does not match the previous entry.`,
          ];
    for (const note of notes) console.log(note);
    if (changed.length + problems.length > 0)
      throw new CannotContinueError([...changed, ...problems].join('\n'));
    console.log(
      hash === null
        ? 'The audit log is empty.'
        : `The audit log is intact: ${entries} entries, the newest with the checksum ${hash}.`,
    );
  });
});
