import { afterEach, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { generateUsageForImported } from './imported.ts';

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

const base = 1_000_000_000;
async function withImports(count: number): Promise<Database> {
  const test = await createTestDatabase();
  opened.push(test);
  await test.database.execute(`
    insert into institution
      select ${base} + n, case when n % 2 = 0 then 'Elm Orthodontics ' else 'Smith ' end || n, null, null, null, null, 'import', now()
      from generate_series(1, ${count}) n;
    insert into location (institution_id, location_id, name, updated_at)
      select ${base} + n, ${base} + n, 'L' || n, now() from generate_series(1, ${count}) n`);
  return test.database;
}
const options = { today: '2026-11-21', weeks: 8, atOnce: 10 };
const one = async (database: Database, query: string) =>
  (await database.execute(query)).rows[0] ?? {};

it('gives every imported institution usage, a past go-live, entitlements and the practice type in its name', async () => {
  const database = await withImports(25);
  const progress: [number, number][] = [];
  const laid = await generateUsageForImported(database, {
    ...options,
    onProgress: (done, total) => progress.push([done, total]),
  });
  expect(laid).toMatchObject({ institutions: 25, locations: 25 });
  expect(progress).toEqual([
    [0, 25],
    [10, 25],
    [20, 25],
    [25, 25],
  ]);
  expect(
    await one(
      database,
      `select (select count(distinct institution_id) from usage_week) as used, (select count(*) from usage_week) as rows,
        (select count(*) from institution where practice_type = 'Orthodontics') as braces,
        (select count(*) from institution where practice_type is null) as unknown,
        (select count(*) from institution i join location l using (institution_id) where i.live_on > '2026-11-19' or l.begins_on is not null) as wrong,
        (select count(*) from usage_week u where not exists (select from entitlement e where e.institution_id = u.institution_id and e.product = u.product)) as unsold,
        (select count(*) from usage_week u join institution i using (institution_id) where week_start + 6 < i.go_live_on) as early`,
    ),
  ).toEqual({
    used: 25,
    rows: laid.usageWeeks,
    braces: 12,
    unknown: 13,
    wrong: 0,
    unsold: 0,
    early: 0,
  });
  expect(await generateUsageForImported(database, options)).toEqual({
    institutions: 0,
    locations: 0,
    usageWeeks: 0,
  });
});

it('keeps imported types, dates, entitlements and usage, and skips churned customers', async () => {
  const database = await withImports(4);
  await database.execute(`
    update institution set practice_type = 'Periodontics', created_on = '2024-02-01', go_live_on = '2024-03-01' where institution_id = ${base + 1};
    update location set opened_on = '2024-02-01' where institution_id = ${base + 1};
    insert into entitlement values (${base + 1}, 'forms', '2024-03-01', null);
    insert into usage_week values (${base + 2}, ${base + 2}, 'forms', '2026-11-08', 5);
    update institution set churned_on = '2026-01-01' where institution_id = ${base + 3}`);
  expect(await generateUsageForImported(database, options)).toMatchObject({ institutions: 2 });
  expect(
    await one(
      database,
      `select practice_type as type, created_on as created, go_live_on as live,
        (select string_agg(distinct product, ',') from usage_week where institution_id = ${base + 1}) as products,
        (select count(*) from entitlement where institution_id = ${base + 1}) as entitlements,
        (select sum(value) from usage_week where institution_id = ${base + 2}) as kept,
        (select count(*) from usage_week where institution_id = ${base + 3}) as gone
      from institution where institution_id = ${base + 1}`,
    ),
  ).toEqual({
    type: 'Periodontics',
    created: '2024-02-01',
    live: '2024-03-01',
    products: 'forms',
    entitlements: 1,
    kept: 5,
    gone: 0,
  });
});

it.each(['feed_week', 'usage_daily', 'usage_week'])(
  'continues where it was interrupted while %s was loaded',
  async (table) => {
    const database = await withImports(25);
    let parts = 0;
    const killed: Database = {
      ...database,
      copyIn: (into, columns, lines) =>
        into === table && ++parts === 2
          ? Promise.reject(new Error('killed'))
          : database.copyIn(into, columns, lines),
    };
    await expect(generateUsageForImported(killed, options)).rejects.toThrow('killed');
    expect(await generateUsageForImported(database, options)).toMatchObject({ institutions: 15 });
    expect(
      await one(
        database,
        `select (select count(distinct institution_id) from usage_week) as used,
        (select count(*) from usage_week w where week_start >= '2026-11-01' and abs(value - (select coalesce(sum(d.value), 0) from usage_daily d
          where (d.institution_id, d.location_id, d.product) = (w.institution_id, w.location_id, w.product)
            and d.day between w.week_start and w.week_start + 6)) > 0.01) as unequal,
        (select count(*) from (select 1 from entitlement group by institution_id, product having count(*) > 1) twice) as sold_twice`,
      ),
    ).toEqual({ used: 25, unequal: 0, sold_twice: 0 });
  },
);
