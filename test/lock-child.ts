// A process of its own that holds a data folder, for the tests to kill. Says "held" when it has it, else why not.
import { lockFolder } from '#server/core/db/embedded/folder-lock.ts';

// Only now, because that user may not be allowed to read this file.
if (process.env.LOCK_AS_USER !== undefined) process.setuid?.(Number(process.env.LOCK_AS_USER));

try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
