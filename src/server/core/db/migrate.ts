import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, DatabaseUnavailable, type Queries } from './database.ts';

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

export interface MigrationProgress {
  done: number;
  total: number;
  name: string;
}

const folder = new URL('../../../../migrations/', import.meta.url);

/** Returns the migrations of this version in the order in which they are applied. */
export async function readMigrations(from: URL = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

// Arbitrary key of the advisory lock. Every version must use the same key.
const migrationLock = 7_305_461;

/**
 * Migrates the database to the schema of this version. Each file runs in its own transaction, which
 * also records the file's checksum. Two processes can migrate at the same time. Throws
 * `DatabaseUnavailable` when the database is newer than the code or an applied file has changed.
 */
export async function migrateDatabase(
  database: Database,
  onProgress?: (progress: MigrationProgress) => void,
  migrations?: Migration[],
): Promise<void> {
  const expected = migrations ?? (await readMigrations());
  const locked = sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`;
  await database.background.transaction().execute(async (transaction) => {
    await locked.execute(transaction);
    await sql`create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      transaction,
    );
  });
  for (const [index, migration] of expected.entries()) {
    await database.background.transaction().execute(async (transaction) => {
      await locked.execute(transaction);
      const applied = await readAppliedMigrationChecksums(transaction);
      refuseUnknownMigrations(expected, applied);
      if (applied.has(migration.name)) return;
      onProgress?.({ done: index, total: expected.length, name: migration.name });
      for (const statement of splitStatements(migration.text))
        await sql.raw(statement).execute(transaction);
      await sql`insert into schema_migration (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
        transaction,
      );
    });
  }
}

/** Throws `DatabaseUnavailable` when the server that shares the database runs another version. */
export async function requireSameMigrations(database: Database): Promise<void> {
  const expected = await readMigrations();
  const applied = await readAppliedMigrationChecksums(database.background);
  refuseUnknownMigrations(expected, applied);
  if (expected.some(({ name }) => !applied.has(name)))
    throw new DatabaseUnavailable(
      'The server that runs on this data folder is an older version of Chairside. Stop that server, then start this version or try again.',
    );
}

/** Returns the checksums of the applied migrations by name. */
export async function readAppliedMigrationChecksums(
  queries: Queries,
): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string;
    checksum: string;
  }>`select name, checksum from schema_migration`.execute(queries);
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/**
 * Throws `DatabaseUnavailable` when the applied migrations are newer than the code or differ from
 * their files. `what` is the subject of the message.
 */
export function refuseUnknownMigrations(
  expected: Migration[],
  applied: Map<string, string>,
  what = 'database',
): void {
  const known = new Map(expected.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new DatabaseUnavailable(
        `The ${what} is newer than this version of Chairside: it has the migration ${name}. Start the newer version.`,
      );
    if (known.get(name) !== checksum)
      throw new DatabaseUnavailable(
        `The migration ${name} was applied to this ${what} and its file has changed since. Restore the old file, and add a new migration for the change.`,
      );
  }
}

/**
 * Splits a script into statements at semicolons. Ignores semicolons in quotes, dollar quotes and
 * comments.
 */
export function splitStatements(text: string): string[] {
  const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|;/g;
  const statements: string[] = [];
  let from = 0;
  for (const found of text.matchAll(token)) {
    if (found[0] !== ';') continue;
    statements.push(text.slice(from, found.index));
    from = found.index + 1;
  }
  statements.push(text.slice(from));
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '');
}
