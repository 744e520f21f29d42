import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { parseEnv } from '#server/core/env/env.ts';
import { findProspectByPlace, saveProspect } from '#server/prospects/queries.ts';
import { rowOfPlaceId } from '#server/prospects/save-rules.ts';
import { rooms } from '#server/rooms.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { seedDemo } from './seed.ts';
import { scoreAndPopulateDemo, seedOrGrowDemo } from './start.ts';

const first = new Date('2026-11-21T20:00:00Z');
const fourWeeksLater = new Date('2026-12-19T20:00:00Z');
const small = { timeZone: 'America/Los_Angeles', scale: 0.005 };

let test: TestDatabase;
let database: Database;
let said: string[];
beforeEach(async () => {
  test = await createTestDatabase();
  database = test.database;
  said = [];
});
afterEach(() => test.close());

const settings = (seed: 'demo' | 'none') => parseEnv({ NODE_ENV: 'test', SEED: seed });
const prepare = (seed: 'demo' | 'none', now = first) =>
  seedOrGrowDemo(
    database,
    () => now,
    settings(seed),
    (line) => said.push(line),
  );
const one = async (query: string) => (await database.execute(query)).rows[0] ?? {};

it('adds the missing days of four weeks up to yesterday, and closes their weeks', async () => {
  await seedDemo(database, () => first, small);
  await scoreAndPopulateDemo(database, () => first, settings('demo'), rooms);
  expect(await prepare('demo', fourWeeksLater)).toBe(true);
  await scoreAndPopulateDemo(database, () => fourWeeksLater, settings('demo'), rooms);
  expect(
    await one(`select (select max(last_report_on)::text from feed_week) as reported, (select max(week_start)::text from official_week) as closed,
      (select min(as_of_day)::text from score_provisional) as running`),
  ).toEqual({ reported: '2026-12-18', closed: '2026-12-06', running: '2026-12-18' });
  expect(said).toEqual([]);
});

it('continues the demo under another SEED, and says how to remove it', async () => {
  await seedDemo(database, () => first, small);
  expect(await prepare('none', fourWeeksLater)).toBe(true);
  expect(said).toEqual([expect.stringMatching(/^SEED=none changes nothing/)]);
  expect(await one('select laid_until::text as until from demo_world')).toEqual({
    until: '2026-12-19',
  });
});

it('reports that a demo of another version is not continued', async () => {
  await seedDemo(database, () => first, small);
  await database.execute(
    `update institution set name = 'Renamed Dental' where institution_id = 1001`,
  );
  expect(await prepare('demo', fourWeeksLater)).toBe(true);
  expect(said).toEqual([
    'The demo in this database was made by another version, so it is not continued.',
  ]);
});

it('creates no demo after an import, and saves this decision', async () => {
  await database.execute(`insert into import_run (import_id, kind, source, state, started_at, seen_at)
    values (gen_random_uuid(), 'practices', 'file some.csv', 'failed', now(), now())`);
  expect(await prepare('demo')).toBe(false);
  expect(said.splice(0)).toEqual(['This database gets no demo, because it was used for imports.']);
  await database.execute('delete from import_run');
  expect(await prepare('demo')).toBe(false);
  expect(said).toEqual([]);
  expect(await one('select count(*) as institutions from institution')).toEqual({
    institutions: 0,
  });
});

it('removes what a killed first start left when the next start wants no demo', async () => {
  const killed: Database = {
    ...database,
    copyIn: (table, ...rest) =>
      table === 'feed_week' ? Promise.reject(new Error('killed')) : database.copyIn(table, ...rest),
  };
  await expect(seedDemo(killed, () => first, small)).rejects.toThrow('killed');
  expect(await prepare('none')).toBe(false);
  expect(
    await one(
      'select (select count(*) from institution) as institutions, (select decided from demo_decision) as decided',
    ),
  ).toEqual({
    institutions: 0,
    decided: 'none',
  });
});

it('leaves room for prospects that are kept later', async () => {
  await seedDemo(database, () => first, { ...small, scale: 0.02 });
  const place = rowOfPlaceId('elsewhere', 'Elm Dental');
  expect(await saveProspect(database.background, place, 'google_places', first)).toBe(true);
  const kept = await findProspectByPlace(database.background, 'elsewhere');
  expect(kept).toMatchObject({ prospectId: 9, name: 'Elm Dental' });
});
