// Separate process that locks a data folder and that tests can kill. Prints "held" when it has the
// lock. Otherwise prints the reason why it could not lock the folder.

import { lockFolder } from '#server/core/db/embedded/folder-lock.ts';
import { errorMessage } from '#shared/core/error-message.ts';

// The user is changed after the imports, because the new user may not be allowed to read this file.
if (process.env.LOCK_AS_USER !== undefined) process.setuid?.(Number(process.env.LOCK_AS_USER));

try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${errorMessage(error)}\n`);
}
