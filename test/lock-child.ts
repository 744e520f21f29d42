// A process of its own that holds a data folder, for the tests to kill. Says "held" when it has it, else why not.
import { lockFolder } from '#server/core/db/embedded/folder-lock.ts';

try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
