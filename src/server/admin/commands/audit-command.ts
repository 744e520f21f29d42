import { Refusal } from '#server/core/errors.ts';
import { checkAuditChain } from '../audit/queries.ts';
import { runCommand, withDatabase } from './command.ts';

const usage = 'npm run audit -- verify   checks every entry of the audit log against the one before it';

await runCommand(async () => {
  const [word, ...rest] = process.argv.slice(2);
  if (word !== 'verify' || rest.length > 0) throw new Refusal(usage);
  await withDatabase(async (database) => {
    const { entries, hash, broken } = await checkAuditChain(database.background);
    if (broken !== null)
      throw new Refusal(
        `The audit log was changed: entry ${broken.position} (${broken.action}, ${broken.at.toISOString()}) does not follow from the one before it.`,
      );
    console.log(
      hash === null ? 'The audit log is empty.' : `The audit log is whole: ${entries} entries, the newest with the checksum ${hash}.`,
    );
  });
});
