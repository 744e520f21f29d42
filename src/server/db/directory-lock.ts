import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { DatabaseUnavailable } from './database.ts';

/** Who holds a lock: a process id may be used again, but with its start time and the machine's boot it is one process for ever. */
const holderSchema = z.object({ pid: z.int().positive(), started: z.string(), boot: z.string() });
type Holder = z.output<typeof holderSchema>;

/** How long to go on while others take over the same dead process's lock. */
const patienceMs = 3_000;

/**
 * Takes a lock file for this process, or throws DatabaseUnavailable naming the process that has it. A lock is taken over
 * only when exactly that process is dead, never because it is old: a busy database may be silent for long.
 */
export async function lockFile(path: string, what: string): Promise<() => Promise<void>> {
  const draft = `${path}.${randomUUID()}`;
  try {
    // Written aside and linked into place, so that nobody ever reads a lock that is half written.
    await writeFile(draft, JSON.stringify(await identify(process.pid)), { flag: 'wx' });
    await take(path, draft, what);
    await removeLeftovers(path);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(`${what} cannot be written to: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  return () => rm(path, { force: true });
}

async function take(path: string, draft: string, what: string): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await linked(draft, path))) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    const holder = text === undefined ? undefined : parseHolder(text);
    if (holder !== undefined && (await isAlive(holder)))
      throw new DatabaseUnavailable(`${what} is in use by another process (${holder.pid}). Stop it first, or choose another folder.`);
    if (text !== undefined) await removeStale(path, text, draft);
    if (Date.now() > until) throw new DatabaseUnavailable(`${what} is being opened by another process. Try again.`);
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Several may find the same dead holder: only who holds the lock of that very finding removes it, so nobody removes a successor's. */
async function removeStale(path: string, text: string, draft: string): Promise<void> {
  const claim = `${path}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  try {
    await take(claim, draft, 'The lock');
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    await pause(10);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

/** Drafts and claims of processes that were killed in the middle. */
async function removeLeftovers(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const leftover = join(dirname(path), name);
    const holder = parseHolder(await readFile(leftover, 'utf8').catch(() => ''));
    if (holder !== undefined && !(await isAlive(holder))) await rm(leftover, { force: true });
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!isRunning(holder.pid)) return false;
  const now = await identify(holder.pid);
  // Without /proc there is only the process id to go by.
  if (now.started === '' || holder.started === '') return true;
  return now.started === holder.started && now.boot === holder.boot;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function identify(pid: number): Promise<Holder> {
  if (!existsSync('/proc/self/stat')) return { pid, started: '', boot: '' };
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may itself contain spaces and parentheses; the start time is the 20th field after it.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return { pid, started, boot: boot.trim() };
}
