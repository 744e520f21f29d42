import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '#server/core/errors.ts';

/** Where Debian and Ubuntu put PostgreSQL's programs, a folder for each version. */
const debianFolder = '/usr/lib/postgresql';

interface Tools {
  major: number;
  /** Empty: they are found on the path. */
  folder: string;
}

/** PostgreSQL's own programs of a server's version, or the next one after it that is installed. Throws a Refusal when there are none. */
export async function findTools(serverMajor: number): Promise<Tools> {
  const found = (await Promise.all([installedTools(), toolsOnPath()])).flat();
  const usable = found.filter(({ major }) => major >= serverMajor).sort((one, other) => one.major - other.major)[0];
  if (usable !== undefined) return usable;
  throw new Refusal(
    `pg_dump, pg_restore and psql of PostgreSQL ${serverMajor} are needed and were not found on the PATH or in ${debianFolder}. On Debian: apt-get install postgresql-client-${serverMajor}`,
  );
}

async function installedTools(): Promise<Tools[]> {
  const versions = await readdir(debianFolder).catch(() => []);
  const looked = await Promise.all(versions.map((version) => toolsIn(join(debianFolder, version, 'bin'))));
  return looked.flat();
}

const toolsOnPath = () => toolsIn('');

async function toolsIn(folder: string): Promise<Tools[]> {
  const asked = await promisify(execFile)(join(folder, 'pg_dump'), ['--version']).catch(() => undefined);
  const major = Number(/ (\d+)/.exec(asked?.stdout ?? '')?.[1]);
  return Number.isInteger(major) ? [{ major, folder }] : [];
}

interface Connection {
  tools: Tools;
  databaseUrl: string;
}

/** A program that is connected to the database. The password is not among its words, which every user of the machine can read. */
function start({ tools, databaseUrl }: Connection, program: string, words: readonly string[], input: 'ignore' | 'pipe'): Running {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  // Ours, and unknown to them.
  url.searchParams.delete('pgbouncer');
  const child = spawn(join(tools.folder, program), ['--dbname', url.href, ...words], {
    stdio: [input, 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  return watch(program, child);
}

interface Running {
  child: ChildProcess;
  /** Throws a Refusal with what the program said when it fails. */
  done: Promise<void>;
}

function watch(program: string, child: ChildProcess): Running {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text.toString()}`.slice(-2_000);
  });
  const done = once(child, 'close').then(
    ([code]: unknown[]) => {
      if (code !== 0) throw new Refusal(`${program} failed: ${said.trim() || `it ended with ${String(code)}`}`);
    },
    (error: unknown) => {
      throw new Refusal(`${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  return { child, done };
}

/** Writes the whole database to a file in pg_dump's own format, as it was at one moment. */
export async function dump(connection: Connection, file: string): Promise<void> {
  await start(connection, 'pg_dump', ['--format=custom', '--no-owner', '--no-privileges', '--file', file], 'ignore').done;
}

interface Load {
  /** Statements before the dump. */
  before: string;
  /** File of the dump. */
  dump: string;
  /** Statements after the dump. */
  after: string;
}

/** Runs statements and a dump in one transaction. */
export async function load(connection: Connection, { before, dump: file, after }: Load): Promise<void> {
  const psql = start(
    connection,
    'psql',
    ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--command', before, '--file=-'],
    'pipe',
  );
  const words = ['--no-owner', '--no-privileges', '--file=-', file];
  const restore = watch('pg_restore', spawn(join(connection.tools.folder, 'pg_restore'), words, { stdio: ['ignore', 'pipe', 'pipe'] }));
  const { stdin } = psql.child;
  // When psql has refused a statement it reads no more; why is told by its end.
  stdin?.on('error', () => restore.child.kill());
  restore.child.stdout?.on('error', () => psql.child.kill());
  if (stdin !== null) restore.child.stdout?.pipe(stdin, { end: false });
  // The end of its input makes psql commit, so it comes only after a whole dump.
  restore.done.then(
    () => stdin?.end(after),
    () => psql.child.kill(),
  );
  await Promise.all([psql.done, restore.done]);
}
