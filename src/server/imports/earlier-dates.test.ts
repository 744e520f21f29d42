import { expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { importText } from '#test/imports.ts';

test('a database of an earlier version loses dates invented by imports and keeps dates from files', async () => {
  const { database, close } = await createEmptyDatabase();
  const all = await readMigrations();
  await migrateDatabase(
    database,
    undefined,
    all.filter(({ name }) => name < '020'),
  );
  await database.execute(`
    insert into import_run (import_id, kind, source, external_source, state, business_date, started_at, seen_at)
      values (gen_random_uuid(), 'practices', 'file', 'import', 'succeeded', '2026-10-05', now(), now()),
        (gen_random_uuid(), 'practices', 'file', 'import', 'succeeded', '2026-10-20', now(), now()),
        (gen_random_uuid(), 'practices', 'file', 'import', 'failed', '2026-10-01', now(), now());
    insert into institution (institution_id, name, created_on, go_live_on, source, updated_at, external_source, external_id)
      select n, 'I' || n, created::date, live::date, source, now(), case when source = 'import' then 'import' end, case when source = 'import' then n::text end
      from (values (1, '2026-10-05', '2026-10-05', 'import'), (2, '2024-03-01', '2024-03-01', 'import'), (3, '2024-03-01', '2024-05-01', 'import'),
        (4, '2026-10-20', '2026-10-20', 'import'), (5, '2026-10-05', '2026-10-05', 'demo')) i (n, created, live, source);
    insert into location (institution_id, location_id, name, opened_on, updated_at, external_source, external_id)
      select institution_id, institution_id * 10, 'L', created_on, now(), external_source, external_id || '0' from institution;
    insert into entitlement select institution_id, 'forms', created_on, null from institution;
    insert into entitlement values (2, 'reviews', '2025-01-01', null)`);
  await migrateDatabase(database);
  const { rows } = await database.execute(`
    select i.institution_id as id, i.begins_on::text as begins, i.live_on::text as live, l.begins_on::text as opens, e.valid_from::text as forms
    from institution i join location l using (institution_id) join entitlement e using (institution_id) where e.product = 'forms' order by 1`);
  expect(rows).toEqual([
    { id: 1, begins: null, live: null, opens: null, forms: '-infinity' },
    { id: 2, begins: '2024-03-01', live: '2024-03-01', opens: null, forms: '-infinity' },
    { id: 3, begins: '2024-03-01', live: '2024-05-01', opens: null, forms: '-infinity' },
    { id: 4, begins: '2026-10-20', live: '2026-10-20', opens: null, forms: '-infinity' },
    { id: 5, begins: '2026-10-05', live: '2026-10-05', opens: '2026-10-05', forms: '2026-10-05' },
  ]);
  await importText(
    database,
    'practices',
    'Institution ID,Location ID,Name,Created\n1,10,I1,2025-01-01\n3,30,I3,2024-01-01\n',
  );
  const after = await database.execute(
    'select begins_on::text as begins, live_on::text as live from institution where institution_id in (1, 3) order by institution_id',
  );
  expect(after.rows).toEqual([
    { begins: '2025-01-01', live: '2025-01-01' },
    { begins: '2024-01-01', live: '2024-05-01' },
  ]);
  await close();
});
