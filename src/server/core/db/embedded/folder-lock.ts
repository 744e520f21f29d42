import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { errorMessage } from '#shared/core/error-message.ts';
import { DatabaseInUse, DatabaseUnavailable } from '../database.ts';
import { lockFile } from './file-lock.ts';
import { explainFileError, systemErrorCode } from './file-trouble.ts';

const lockName = 'folder.lock';
const holderName = 'folder.holder';

/** Milliseconds between two heartbeats of a holder. */
const beatMs = 3_000;
/**
 * Milliseconds for which another process watches a silent holder, a little more than three
 * heartbeats.
 */
const watchMs = 10_000;

/**
 * Process that holds a folder. `process` and `host` are only used in messages, because a process id
 * means nothing in another container.
 */
const holderSchema = z.object({
  id: z.string(),
  process: z.number(),
  host: z.string(),
  /** Id of the machine. All processes of a machine have the same id until the machine restarts. */
  machine: z.string(),
  /**
   * Random UUID that changes with each heartbeat. Its fixed length keeps the size of the file
   * constant.
   */
  beat: z.string(),
});
type Holder = z.output<typeof holderSchema>;

export interface FolderLock {
  /**
   * Aborted when another machine has taken the folder, because this process was paused for too
   * long. From then on, the process must not write.
   */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process. Throws `DatabaseInUse` when the folder is in use. On one
 * machine, a lock of the operating system decides. A network file system may hide the lock of
 * another machine, so the holder also writes heartbeats to a file. A process that finds the file of
 * another machine watches the file before it takes the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const unlock = await lock(folder);
  try {
    const path = join(folder, holderName);
    const me = {
      id: randomUUID(),
      process: process.pid,
      host: hostname(),
      machine: await thisMachine(),
    };
    await refuseOtherMachine(folder, path, me.machine);
    await writeFile(path, nextBeat(me)).catch(async (error: unknown) => {
      // A partially written file, left on a full disk, would make the next process wait.
      await rm(path, { force: true });
      throw error;
    });
    return keep(folder, path, me, unlock);
  } catch (error) {
    unlock();
    throw explainFileError(`The data folder ${folder} cannot be written to`, error);
  }
}

async function lock(folder: string): Promise<() => void> {
  const path = join(folder, lockName);
  let trouble: unknown;
  try {
    const unlock = lockFile(path);
    if (unlock !== undefined) return unlock;
  } catch (error) {
    trouble = error;
  }
  if (!(await canLock(folder)))
    throw new DatabaseUnavailable(
      `The data folder ${folder} is on a file system that cannot lock files, so a second process could open it too. Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.`,
    );
  if (trouble === undefined)
    throw inUse(folder, 'another process', await readHolder(join(folder, holderName)));
  throw new DatabaseUnavailable(
    `${path} cannot be locked (${errorMessage(trouble)}). If no process uses the folder, delete that file.`,
  );
}

/**
 * Returns `true` when the folder's file system supports locks, which is tested with a new file.
 * Throws when the folder is not writable.
 */
async function canLock(folder: string): Promise<boolean> {
  const probe = join(folder, `${lockName}.${randomUUID()}`);
  try {
    await writeFile(probe, '');
  } catch (error) {
    throw explainFileError(`The data folder ${folder} cannot be written to`, error);
  }
  try {
    const unlock = lockFile(probe);
    unlock?.();
    return unlock !== undefined;
  } catch {
    // The file is new, so the error means that locks are unsupported, not that the file is locked.
    return false;
  } finally {
    await rm(probe, { force: true });
  }
}

async function refuseOtherMachine(folder: string, path: string, machine: string): Promise<void> {
  const found = await readText(path);
  if (found === undefined) return;
  if (parseHolder(found)?.machine === machine) return;
  for (let waited = 0; waited < watchMs; waited += 1_000) {
    await pause(1_000);
    const now = await readText(path);
    if (now === undefined) return;
    if (now !== found) throw inUse(folder, 'another machine', parseHolder(now));
  }
}

/** Writes heartbeats for other machines and detects that another machine has taken the folder. */
function keep(
  folder: string,
  path: string,
  me: Omit<Holder, 'beat'>,
  unlock: () => void,
): FolderLock {
  const lost = new AbortController();
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, beatMs);
  timer.unref();

  async function beat(): Promise<void> {
    try {
      const found = await readText(path);
      const holder = found === undefined ? undefined : parseHolder(found);
      if (holder !== undefined && holder.id !== me.id) {
        clearInterval(timer);
        lost.abort(inUse(folder, 'another machine', holder));
      } else await writeFile(path, nextBeat(me), { flag: found === undefined ? 'w' : 'r+' });
    } catch {
      // The disk may be full or unavailable for a moment. The lock remains valid, and the next
      // heartbeat writes the file again.
    }
  }

  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await beating;
      try {
        if (!lost.signal.aborted) await rm(path, { force: true });
      } finally {
        unlock();
      }
    },
  };
}

function inUse(folder: string, by: string, holder: Holder | undefined): DatabaseInUse {
  const who = holder === undefined ? '' : ` (process ${holder.process} on ${holder.host})`;
  return new DatabaseInUse(
    `The data folder ${folder} is in use by ${by}${who}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

function nextBeat(holder: Omit<Holder, 'beat'>): string {
  return JSON.stringify({ ...holder, beat: randomUUID() } satisfies Holder);
}

async function readHolder(path: string): Promise<Holder | undefined> {
  return parseHolder((await readText(path).catch(() => undefined)) ?? '');
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

async function thisMachine(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return boot?.trim() ?? hostname();
}
