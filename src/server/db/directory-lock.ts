import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { DatabaseUnavailable } from './database.ts';

/** Who holds a lock: the process id alone may be used again, with its start time and the machine's boot it is one process for ever. */
interface Holder {
  pid: number;
  started: string;
  boot: string;
}

/**
 * Takes a lock file for this process, or throws DatabaseUnavailable naming the process that has it. A lock is taken over
 * only when exactly that process is dead, never because it is old: a busy database may be silent for long.
 */
export async function lockFile(path: string, what: string): Promise<() => Promise<void>> {
  const own = await identify(process.pid);
  const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    // Written aside and linked into place, so that nobody ever reads a lock that is half written.
    await writeFile(draft, JSON.stringify(own), { flag: 'wx' });
    await take(path, draft, what);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(`${what} cannot be written to: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  return () => rm(path, { force: true });
}

async function take(path: string, draft: string, what: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await linked(draft, path)) return;
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder !== undefined && (await isAlive(holder)))
      throw new DatabaseUnavailable(`${what} is in use by another process (${holder.pid}). Stop it first, or choose another folder.`);
    await removeStale(path, text);
  }
  throw new DatabaseUnavailable(`${what} is being opened by another process. Try again.`);
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

/** Two may find the same dead holder: the file is moved aside first, and put back if it was not the one that was read. */
async function removeStale(path: string, expected: string): Promise<void> {
  const aside = `${path}.stale-${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== expected) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, started, boot } = JSON.parse(text);
    return Number.isInteger(pid) && typeof started === 'string' && typeof boot === 'string' ? { pid, started, boot } : undefined;
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
