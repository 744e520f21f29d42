import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';

test('contacts of an earlier version keep the ids of their source and lose invented ids, also in the undo data', async () => {
  const opened = await createEmptyDatabase();
  try {
    const { database } = opened;
    const all = await readMigrations();
    await migrateDatabase(
      database,
      undefined,
      all.filter(({ name }) => name < '070'),
    );
    await insertInstitution(database, { institution_id: 5 });
    await sql`
      insert into contact (institution_id, contact_id, external_source, external_id, name, email)
      values (5, 1, 'crm', 'C-1', 'Ana', 'ana@x.example'), (5, 2, 'crm', 'bo@x.example', 'Bo', 'Bo@X.example'),
             (5, 3, 'crm', 'jose pena and sons', 'José  Peña & Sons’', null), (5, 4, 'crm', '日本', '日本', null), (5, 5, null, null, 'Cy', null),
             (5, 6, 'crm', '00017', 'Di', null)`.execute(database.background);
    await sql`
      insert into import_change (import_id, institution_id, table_name, row_key, row_before, row_after)
      select gen_random_uuid(), 5, 'contact', jsonb_build_array(5, contact_id), null, to_jsonb(contact) from contact`.execute(
      database.background,
    );
    await migrateDatabase(database, undefined, all);
    const { rows } = await sql<{ external_id: string | null; isSame: boolean }>`
      select external_id, to_jsonb(c) @> i.row_after as "isSame"
      from contact c join import_change i on i.row_key = jsonb_build_array(5, contact_id)
      where (external_source is null) = (external_id is null) order by contact_id`.execute(
      database.background,
    );
    expect(rows.map(({ external_id }) => external_id)).toEqual([
      'C-1',
      null,
      null,
      null,
      null,
      '00017',
    ]);
    expect(rows.every(({ isSame }) => isSame)).toBe(true);
  } finally {
    await opened.close();
  }
});
