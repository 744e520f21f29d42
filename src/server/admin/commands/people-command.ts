import { effectiveRole } from '#server/auth/rules.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { findAccountRows } from '../people/queries.ts';
import { restoreAdministrator } from '../people/restore-administrator.ts';
import { parseCommandArguments, runCommand, withMigratedDatabase } from './command.ts';

const usage = `npm run people                    lists the users with their roles
npm run people -- admin EMAIL     makes this user an administrator: enables a disabled account, invites an unknown address`;

/** Prints a line for each account: email address, role, state and last sign-in. */
async function listPeople({ background }: Database, env: Env): Promise<void> {
  const rows = await findAccountRows(background);
  if (rows.length === 0)
    console.log(
      'There are no users yet. Invite the first administrator: npm run people -- admin EMAIL',
    );
  const width = Math.max(...rows.map(({ email }) => email.length));
  for (const { email, name, role, status, last_sign_in_at: lastSignIn } of rows) {
    const counted =
      effectiveRole({ email, storedRole: role }, env.ADMIN_EMAILS) === 'admin'
        ? 'administrator'
        : 'member       ';
    const signedIn =
      lastSignIn === null
        ? 'never signed in'
        : `signed in ${lastSignIn.toISOString().slice(0, 10)}`;
    console.log(`${email.padEnd(width)}  ${counted}  ${status.padEnd(8)}  ${signedIn}  ${name}`);
  }
}

await runCommand(async () => {
  const { positionals } = parseCommandArguments({ allowPositionals: true, options: {} }, usage);
  const [word, email, ...rest] = positionals;
  if (rest.length > 0 || (word !== undefined && (word !== 'admin' || email === undefined)))
    throw new CannotContinueError(usage);
  await withMigratedDatabase(async (database, env) => {
    if (email === undefined) return listPeople(database, env);
    for (const sentence of await restoreAdministrator(database.background, {
      email,
      env,
      at: new Date(),
    }))
      console.log(sentence);
  });
});
