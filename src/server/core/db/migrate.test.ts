import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { DatabaseUnavailable } from './database.ts';
import { type Migration, migrateDatabase, readMigrations, splitStatements } from './migrate.ts';

let empty: TestDatabase;
beforeEach(async () => {
  empty = await createEmptyDatabase();
});
afterEach(() => empty.close());

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
});

async function schemaOf({ database }: TestDatabase): Promise<unknown[]> {
  const columns =
    sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by table_name collate "C", ordinal_position`.execute(
      database.background,
    );
  const indexes =
    sql`select tablename, indexdef from pg_indexes where schemaname = 'public' order by indexname collate "C"`.execute(
      database.background,
    );
  const constraints =
    sql`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`.execute(database.background);
  return [
    (await columns).rows,
    (await indexes).rows,
    (await constraints).rows,
    await appliedTo(empty),
  ];
}

async function appliedTo({ database }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from schema_migration order by name`.execute(database.background);
  return rows.map((row) => row.name);
}

test('all files are applied once, and a second run changes nothing', async () => {
  const applied: string[] = [];
  await migrateDatabase(empty.database, ({ name }) => applied.push(name));
  const names = (await readMigrations()).map((file) => file.name);
  expect(applied).toEqual(names);
  expect(await appliedTo(empty)).toEqual(names);
  await migrateDatabase(empty.database, ({ name }) => applied.push(name));
  expect(applied).toEqual(names);
});

test('two simultaneous runs apply each file once', async () => {
  const applied: string[] = [];
  await Promise.all(
    [1, 2, 3].map(() => migrateDatabase(empty.database, ({ name }) => applied.push(name))),
  );
  expect(applied).toEqual((await readMigrations()).map((file) => file.name));
});

test('a migration interrupted within any file resumes to the same schema', async () => {
  const files = await readMigrations();
  await migrateDatabase(empty.database);
  const whole = await schemaOf(empty);
  await empty.database.execute('drop schema public cascade; create schema public');
  for (const [index, file] of files.entries()) {
    const statements = splitStatements(file.text);
    // Interrupting the migration at every statement would take minutes. At full depth, each file
    // fails at its first, middle and last statement. Otherwise, every eighth file and the newest
    // files fail at their middle statement.
    const middle = Math.ceil(statements.length / 2);
    const isSampled = index % 8 === 0 || index >= files.length - 4;
    const stops = isDeepTestRun ? [1, middle, statements.length] : isSampled ? [middle] : [];
    for (const upTo of new Set(stops)) {
      const broken = { ...file, text: `${statements.slice(0, upTo).join(';\n')};\nselect 1 / 0` };
      const until = files.slice(0, files.indexOf(file));
      await expect(migrateDatabase(empty.database, undefined, [...until, broken])).rejects.toThrow(
        'division by zero',
      );
      expect(await appliedTo(empty)).toEqual(until.map(({ name }) => name));
    }
    await migrateDatabase(empty.database, undefined, files.slice(0, files.indexOf(file) + 1));
  }
  expect(await schemaOf(empty)).toEqual(whole);
});

test('a file that changed after it was applied, and a database newer than the code, are refused', async () => {
  const first = migration('001_first.sql', 'create table thing (id integer)');
  const second = migration('002_second.sql', 'create table other (id integer)');
  await migrateDatabase(empty.database, undefined, [first, second]);
  const changed = migrateDatabase(empty.database, undefined, [
    migration('001_first.sql', 'create table thing (id bigint)'),
    second,
  ]);
  await expect(changed).rejects.toThrow(DatabaseUnavailable);
  await expect(changed).rejects.toThrow(
    'The migration 001_first.sql was applied to this database and its file has changed since.',
  );
  const older = migrateDatabase(empty.database, undefined, [first]);
  await expect(older).rejects.toThrow(DatabaseUnavailable);
  await expect(older).rejects.toThrow(
    'The database is newer than this version of Chairside: it has the migration 002_second.sql.',
  );
});

test('a script is split at the semicolons that end its statements', () => {
  const script = `-- a; comment
create table a (b text default 'x;''y' /* ; */);
create function f() returns text language sql as $body$ select ';' $body$;
insert into "odd;name" values ($$;$$);
-- the end;`;
  expect(splitStatements(script)).toEqual([
    "-- a; comment\ncreate table a (b text default 'x;''y' /* ; */)",
    "create function f() returns text language sql as $body$ select ';' $body$",
    'insert into "odd;name" values ($$;$$)',
  ]);
});
