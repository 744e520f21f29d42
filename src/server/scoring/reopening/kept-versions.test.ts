import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, readMigrations } from '#server/core/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createEmptyDatabase();
});
afterAll(() => opened.close());

const week = '2026-11-08';
const score = (value: number) =>
  `(1, '${week}', 1, 'Small', null, 1, 1, 1, 1, 1, ${value}, 'Medium', null, null, null, null, 'flat', false, false, false, 0, 0, 0, null, null, null, null)`;
const product = (value: number) =>
  `(1, '${week}', 'forms', true, ${value}, 100, 100, ${value}, 'all', 20)`;
const benchmark = (value: number) =>
  `('${week}', 'forms', 'all', '', '', ${value}, 1.1, 200, 20, 20)`;

test('weeks rescored before scoring in batches keep their versions bit for bit', async () => {
  const { database } = opened;
  const files = await readMigrations();
  const inPieces = files.findIndex(({ name }) => name.startsWith('021_'));
  await migrateDatabase(database, undefined, files.slice(0, inPieces));
  await database.execute(`
    insert into rules_version values (1, '{}', '', now(), null, null);
    insert into score_week values ${score(66.6 / 0.7)};
    insert into product_week values ${product(0.1 + 0.2)};
    insert into benchmark_week values ${benchmark(1 / 3)};
    insert into score_version select institution_id, week_start, 1, to_jsonb(s), (select jsonb_agg(to_jsonb(p)) from product_week p) from score_week s;
    insert into week_version select '${week}', 1, 1, now(), 1, null, 'dates corrected', now(), jsonb_agg(to_jsonb(b)) from benchmark_week b;
    update score_week set adoption_score = 50;
    update product_week set usage = 50;
    update benchmark_week set benchmark = 50;
    insert into official_week values ('${week}', '2026-11-14', 1, now(), 1, 2, 'dates corrected')`);
  await migrateDatabase(database);
  const { rows } = await database.execute(`
    select s.version, s.adoption_score, p.usage, b.benchmark, b.quartile_low
    from score_version s join product_version p using (institution_id, week_start, version) join benchmark_version b using (week_start, version)
    order by s.version`);
  expect(rows).toEqual([
    {
      version: 1,
      adoption_score: 66.6 / 0.7,
      usage: 0.1 + 0.2,
      benchmark: 1 / 3,
      quartile_low: 1.1,
    },
    { version: 2, adoption_score: 50, usage: 50, benchmark: 50, quartile_low: 1.1 },
  ]);
  const shown = await database.execute(`
    select s.adoption_score, p.usage, b.benchmark from score_week s join product_week p using (institution_id, week_start) join benchmark_week b using (week_start)`);
  expect(shown.rows).toEqual([{ adoption_score: 50, usage: 50, benchmark: 50 }]);
  expect((await database.execute('select replaced_because from week_version')).rows).toEqual([
    { replaced_because: 'dates corrected' },
  ]);
});
