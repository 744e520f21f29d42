import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDeepTestRun } from './depth.ts';
import { temporaryFilesRoot } from './temporary-folder.ts';

export interface PostgresCluster {
  /** URL for TEST_DATABASE_URL, which connects as a superuser over a Unix socket. */
  url: string;
  /** Stops the server at once, like a crash. */
  crash(): Promise<void>;
  /** Starts the server again after `crash`. */
  restart(): Promise<void>;
  /** Starts a streaming replica of this server. */
  replicate(): Promise<PostgresCluster>;
  stop(): Promise<void>;
}

const prefix = 'chairside-postgres-';

/** Starts a temporary PostgreSQL server; `undefined` when PostgreSQL is not installed. */
export async function startPostgresCluster(): Promise<PostgresCluster | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;
  const owner = ownerOfServer();
  removeLeftovers();
  return layOut(binaries, owner, 'initdb', [
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
}

/** Creates a data folder with `program` (`initdb` or `pg_basebackup`) and starts a server on it. */
async function layOut(
  binaries: string,
  owner: Owner | undefined,
  program: string,
  words: readonly string[],
): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(temporaryFilesRoot, `${prefix}${process.pid}-`));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  try {
    execFileSync(join(binaries, program), ['-D', data, ...words], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return await serve(binaries, owner, folder, data);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function serve(
  binaries: string,
  owner: Owner | undefined,
  folder: string,
  data: string,
): Promise<PostgresCluster> {
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | undefined;
  const onExit = () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', onExit);
  const stop = async () => {
    process.off('exit', onExit);
    if (server !== undefined) await stopped(server);
    rmSync(folder, { recursive: true, force: true });
  };
  const restart = async () => {
    server = run(binaries, owner, folder, data);
    let log = '';
    server.stderr?.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-4000);
    });
    try {
      await answering(url, server);
    } catch (error) {
      await stop();
      throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
    }
  };
  await restart();
  return {
    url,
    restart,
    stop,
    replicate: () =>
      layOut(binaries, owner, 'pg_basebackup', [
        '-h',
        folder,
        '-U',
        'postgres',
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ]),
    async crash() {
      if (server !== undefined) await stopped(server, 'SIGQUIT');
    },
  };
}

function run(
  binaries: string,
  owner: Owner | undefined,
  folder: string,
  data: string,
): ChildProcess {
  const quick = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'shared_buffers=128MB',
    // Compiling a statement takes longer than running it on the few rows of a test. At full depth,
    // statements are compiled as by default.
    ...(isDeepTestRun ? [] : ['jit=off']),
  ];
  const settings = [...quick, 'listen_addresses=', `unix_socket_directories=${folder}`].flatMap(
    (setting) => ['-c', setting],
  );
  // If the test run is killed, the server must end too. setpriv sets this up and then becomes the
  // server process.
  const bound =
    owner === undefined ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const command = [
    ...(hasSetpriv() ? ['setpriv', '--pdeathsig', 'QUIT', ...bound] : []),
    join(binaries, 'postgres'),
    '-D',
    data,
    ...settings,
  ];
  return spawn(command[0] ?? '', command.slice(1), {
    ...(hasSetpriv() ? {} : owner),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || attempt > 300) throw error;
      await pause(50);
    }
  }
}

async function stopped(server: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  const insist = setTimeout(() => server.kill('SIGQUIT'), 5_000);
  await exited;
  clearTimeout(insist);
}

/**
 * Returns the folder of the newest server that Debian packages have installed. Without one, returns
 * the folder of the server on the path.
 */
export function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find(
    (folder) =>
      folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

function hasSetpriv(): boolean {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'setpriv')));
}

interface Owner {
  uid: number;
  gid: number;
}

/**
 * Returns the user that runs the server; `undefined` unless the tests run as root, because
 * PostgreSQL refuses to run as root.
 */
function ownerOfServer(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const people = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = people.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is neither a user postgres nor an unprivileged one',
  );
}

/** Removes the folders of test runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(temporaryFilesRoot)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isRunning(pid)) rmSync(join(temporaryFilesRoot, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
