import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotContinueError } from '#server/core/errors.ts';
import { errorMessage } from '#shared/core/error-message.ts';

/** Folder of PostgreSQL's programs on Debian and Ubuntu. It has a subfolder for each version. */
const debianFolder = '/usr/lib/postgresql';

interface Tools {
  major: number;
  /** Folder of the programs; an empty string for programs on the path. */
  folder: string;
}

/**
 * Finds PostgreSQL's programs. Chooses the lowest installed version that is not below the server's
 * version. Throws `Refusal` when no such version is installed.
 */
export async function findPostgresTools(serverMajor: number): Promise<Tools> {
  const found = (await Promise.all([installedTools(), toolsOnPath()])).flat();
  const usable = found
    .filter(({ major }) => major >= serverMajor)
    .sort((one, other) => one.major - other.major)[0];
  if (usable !== undefined) return usable;
  throw new CannotContinueError(
    `pg_dump, pg_restore and psql of PostgreSQL ${serverMajor} are needed but were not found on the PATH or in ${debianFolder}. On Debian: apt-get install postgresql-client-${serverMajor}`,
  );
}

async function installedTools(): Promise<Tools[]> {
  const versions = await readdir(debianFolder).catch(() => []);
  const looked = await Promise.all(
    versions.map((version) => toolsIn(join(debianFolder, version, 'bin'))),
  );
  return looked.flat();
}

const toolsOnPath = () => toolsIn('');

async function toolsIn(folder: string): Promise<Tools[]> {
  const asked = await promisify(execFile)(join(folder, 'pg_dump'), ['--version']).catch(
    () => undefined,
  );
  const major = Number(/ (\d+)/.exec(asked?.stdout ?? '')?.[1]);
  return Number.isInteger(major) ? [{ major, folder }] : [];
}

interface Connection {
  tools: Tools;
  databaseUrl: string;
}

/**
 * Starts a program that connects to the database. The password is not an argument, because all
 * users of the machine can read arguments.
 */
function start(
  { tools, databaseUrl }: Connection,
  program: string,
  words: readonly string[],
  input: 'ignore' | 'pipe',
): Running {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  // PostgreSQL's programs do not know this parameter, which only Chairside uses.
  url.searchParams.delete('pgbouncer');
  const child = spawn(join(tools.folder, program), ['--dbname', url.href, ...words], {
    stdio: [input, 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  return watch(program, child);
}

interface Running {
  child: ChildProcess;
  /**
   * Resolves when the program succeeds. Rejects with a `Refusal` that contains the program's output
   * when it fails.
   */
  done: Promise<void>;
}

function watch(program: string, child: ChildProcess): Running {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text.toString()}`.slice(-2_000);
  });
  const done = once(child, 'close').then(
    ([code]: unknown[]) => {
      if (code !== 0)
        throw new CannotContinueError(
          `${program} failed: ${said.trim() || `it ended with exit code ${String(code)}`}`,
        );
    },
    (error: unknown) => {
      throw new CannotContinueError(`Couldn't run ${program}: ${errorMessage(error)}`);
    },
  );
  return { child, done };
}

/** Writes a consistent dump of the whole database to a file in pg_dump's custom format. */
export async function writeDump(connection: Connection, file: string): Promise<void> {
  await start(
    connection,
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', '--file', file],
    'ignore',
  ).done;
}

interface Load {
  /** Statements that run before the dump. */
  before: string;
  /** Path of the dump file. */
  dump: string;
  /** Statements that run after the dump. */
  after: string;
}

/** Runs the statements and loads the dump in one transaction. */
export async function loadDump(
  connection: Connection,
  { before, dump: file, after }: Load,
): Promise<void> {
  const psql = start(
    connection,
    'psql',
    [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      '--command',
      before,
      '--file=-',
    ],
    'pipe',
  );
  const words = ['--no-owner', '--no-privileges', '--file=-', file];
  const restore = watch(
    'pg_restore',
    spawn(join(connection.tools.folder, 'pg_restore'), words, {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const { stdin } = psql.child;
  // After a failed statement, psql stops reading, and its exit code reports the error.
  stdin?.on('error', () => restore.child.kill());
  restore.child.stdout?.on('error', () => psql.child.kill());
  if (stdin !== null) restore.child.stdout?.pipe(stdin, { end: false });
  // psql commits at the end of its input. The end is therefore sent only after the dump is
  // complete.
  restore.done.then(
    () => stdin?.end(after),
    () => psql.child.kill(),
  );
  await Promise.all([psql.done, restore.done]);
}
