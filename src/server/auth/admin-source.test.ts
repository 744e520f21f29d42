import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(() => empty.close());

test('a database of an earlier version loses its stored administrators, and the audit log lists them', async () => {
  const { database } = empty;
  const files = await readMigrations();
  await migrateDatabase(
    database,
    undefined,
    files.filter(({ name }) => name < '016'),
  );
  const at = new Date('2026-11-18T18:00:00Z');
  const person = {
    issuer: 'https://identity.test',
    picture: null,
    created_at: at,
    last_sign_in_at: at,
  };
  const users = await database.foreground
    .insertInto('app_user')
    .values([
      { ...person, subject: '1', name: 'Ana', email: 'ana@corp.test', role: 'admin' },
      { ...person, subject: '2', name: 'Kim', email: 'kim@corp.test', role: 'member' },
    ])
    .returning(['user_id', 'role'])
    .execute();
  await migrateDatabase(database);
  expect(
    await database.foreground
      .selectFrom('app_user')
      .select(['name', 'role'])
      .orderBy('name')
      .execute(),
  ).toEqual([
    { name: 'Ana', role: 'member' },
    { name: 'Kim', role: 'member' },
  ]);
  expect(
    await database.foreground
      .selectFrom('audit_log')
      .select(['action', 'object_type', 'object_id'])
      .execute(),
  ).toEqual([
    {
      action: 'user.demote',
      object_type: 'app_user',
      object_id: users.find(({ role }) => role === 'admin')?.user_id,
    },
  ]);
});
