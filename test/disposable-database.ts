import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { createMigratedFolder } from './database.ts';

interface Place {
  env: { DATA_DIR: string; DATABASE_URL: string | undefined };
  destroy(): Promise<void>;
  remove(): Promise<void>;
}

/** Separate, migrated database that a test can destroy. */
export interface DisposableDatabase extends Place {
  /** Opens the database while `work` runs. */
  using<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

/** Creates a database on the PostgreSQL server, or an embedded database in the folder. */
export async function createDisposableDatabase(
  server: string | undefined,
  dataDir: string,
): Promise<DisposableDatabase> {
  const place = await (server === undefined ? inFolder(dataDir) : onServer(server, dataDir));
  return {
    ...place,
    async using(work) {
      const database = await openDatabase({
        databaseUrl: place.env.DATABASE_URL,
        dataDir: place.env.DATA_DIR,
      });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
  };
}

async function inFolder(dataDir: string): Promise<Place> {
  await createMigratedFolder(dataDir);
  const destroy = () => rm(dataDir, { recursive: true, force: true });
  return { env: { DATA_DIR: dataDir, DATABASE_URL: undefined }, destroy, remove: destroy };
}

async function onServer(url: string, dataDir: string): Promise<Place> {
  const name = `chairside_test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const make = `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`;
  const drop = `drop database if exists ${name} with (force)`;
  await admin(make);
  const made = await openDatabase({ databaseUrl, dataDir: '' });
  await migrateDatabase(made);
  await made.close();
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    destroy: () => admin(drop, make),
    remove: () => admin(drop),
  };
}
