import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database } from '#server/core/db/database.ts';
import {
  buildEmbeddedDatabase,
  type EmbeddedOptions,
  openEmbedded,
} from '#server/core/db/embedded/embedded.ts';
import { EmbeddedDatabaseThread } from '#server/core/db/embedded/engine.ts';
import { lockFile } from '#server/core/db/embedded/file-lock.ts';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { openPostgres } from '#server/core/db/postgres/postgres.ts';
import { describeNewDatabase, emptyDatabase, type NewDatabaseState } from './emptying.ts';

export interface TestDatabase {
  database: Database;
  close(): Promise<void>;
}

/** Creates a migrated, empty database in memory, or on the server of TEST_DATABASE_URL. */
export async function createTestDatabase(options: EmbeddedOptions = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined && server !== '') return onServer(server, options);
  let returnedOnce: Promise<void> | undefined;
  const engine = emptied.pop() ?? (await openEngine());
  const database = buildEmbeddedDatabase(engine, options, (isFree) => {
    returnedOnce ??= returnEngine(engine, isFree);
    return returnedOnce;
  });
  return { database, close: () => database.close() };
}

/**
 * Engines of this process whose databases were emptied. Reusing an engine takes an eighth of the
 * time of opening one.
 */
const emptied: EmbeddedDatabaseThread[] = [];
const mostEmptied = 2;
let unused: NewDatabaseState | undefined;

async function openEngine(): Promise<EmbeddedDatabaseThread> {
  const engine = new EmbeddedDatabaseThread({
    kind: 'memory',
    dump: await buildDatabaseTemplate(),
  });
  await engine.open();
  unused ??= await describeNewDatabase(buildEmbeddedDatabase(engine, {}, async () => undefined));
  return engine;
}

/**
 * Empties the database of an engine that a test has closed, and keeps the engine for the next test.
 * Closes the engine instead when it is still in use, when enough engines are kept, or when its
 * database cannot be emptied.
 */
async function returnEngine(engine: EmbeddedDatabaseThread, isFree: boolean): Promise<void> {
  const database = buildEmbeddedDatabase(engine, {}, async () => undefined);
  const isRestored =
    isFree &&
    unused !== undefined &&
    emptied.length < mostEmptied &&
    (await emptyDatabase(database, unused).catch(() => false));
  if (isRestored) emptied.push(engine);
  else await engine.close();
}

/** Creates a database without a schema, for tests of migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  await made.database.execute('drop schema public cascade; create schema public');
  return made;
}

export const cacheFolder = fileURLToPath(
  new URL('../node_modules/.cache/chairside/', import.meta.url),
);

async function schemaHash(): Promise<string> {
  const versions = [
    process.version,
    ...(await readMigrations()).flatMap(({ name, checksum }) => [name, checksum]),
  ];
  return createHash('sha256').update(versions.join()).digest('hex').slice(0, 16);
}

/**
 * Returns the migrated database as a tar file. It is built once for each version of the migrations
 * and shared by all test processes.
 */
export const buildDatabaseTemplate = async (): Promise<Uint8Array> =>
  readOrMakeCachedFile(`template-${await schemaHash()}.tar`, async () => {
    const database = await openEmbedded({ kind: 'memory', dump: undefined });
    await migrateDatabase(database);
    const dump = await database.dump();
    await database.close();
    return dump;
  });

/** Returns a file of the cache. If it is missing, only one of several test processes makes it. */
export async function readOrMakeCachedFile(
  name: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const path = join(cacheFolder, name);
  await mkdir(cacheFolder, { recursive: true });
  return once(
    path,
    () => readFile(path).catch(() => undefined),
    async () => {
      const content = await make();
      await writeFile(`${path}.new`, content);
      await rename(`${path}.new`, path);
      return content;
    },
  );
}

/**
 * Copies a migrated, empty database into a data folder, because creating a database takes several
 * seconds.
 */
export async function createMigratedFolder(dataDir: string): Promise<void> {
  const path = `${cacheFolder}folder-${await schemaHash()}`;
  await mkdir(cacheFolder, { recursive: true });
  await once(
    path,
    async () => (existsSync(path) ? path : undefined),
    async () => {
      await rm(`${path}.new`, { recursive: true, force: true });
      const database = await openDatabase({ dataDir: `${path}.new` });
      await migrateDatabase(database);
      await database.close();
      await rename(`${path}.new`, path);
      return path;
    },
  );
  await cp(path, dataDir, { recursive: true });
}

/** Runs `make` in only one of several test processes. The other processes wait for its result. */
async function once<T>(
  path: string,
  find: () => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    const unlock = lockFile(`${path}.making`);
    if (unlock === undefined) {
      await pause(100);
      continue;
    }
    try {
      return (await find()) ?? (await make());
    } finally {
      unlock();
    }
  }
}

async function onServer(server: string, options: EmbeddedOptions): Promise<TestDatabase> {
  const source = `chairside_template_${await schemaHash()}`;
  await mkdir(cacheFolder, { recursive: true });
  const name = `chairside_test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(server, async (admin) => {
    const find = async () =>
      (await admin.query('select 1 from pg_database where datname = $1', [source])).rowCount === 1
        ? source
        : undefined;
    await once(`${cacheFolder}${source}`, find, async () => {
      const unfinished = `${source}_new`;
      await admin.query(`drop database if exists ${unfinished} with (force)`);
      await admin.query(
        `create database ${unfinished} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
      );
      const database = await openPostgres(withName(server, unfinished));
      await migrateDatabase(database);
      await database.close();
      await admin.query(`alter database ${unfinished} rename to ${source}`);
      return source;
    });
    await admin.query(`create database ${name} template ${source}`);
  });
  const database = await openPostgres(withName(server, name), options);
  return {
    database,
    async close() {
      await database.close();
      await withAdmin(server, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

async function withAdmin(
  server: string,
  use: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await use(admin);
  } finally {
    await admin.end();
  }
}

function withName(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
