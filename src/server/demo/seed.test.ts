import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { seedDemo } from './seed.ts';

const clock = () => new Date('2026-11-21T20:00:00Z');
const options = { timeZone: 'America/Los_Angeles', scale: 0.005 };

const opened: TestDatabase[] = [];
async function open(): Promise<Database> {
  const test = await createTestDatabase();
  opened.push(test);
  return test.database;
}
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

const tables = [
  'institution',
  'location',
  'entitlement',
  'contact',
  'churn_event',
  'contract',
  'usage_week',
  'usage_daily',
  'feed_week',
  'crm_owner',
  'crm_deal',
  'crm_ticket',
  'place',
  'place_link',
  'prospect',
  'article',
] as const;

async function contents(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await database.execute(`select t::text as line from ${table} t order by 1`);
    found[table] =
      `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
  }
  return found;
}

/** Returns a database that fails when the table is loaded, as if the process had been killed. */
const killedAt = (database: Database, table: string): Database => ({
  ...database,
  copyIn: (into, columns, lines) =>
    into === table ? Promise.reject(new Error('killed')) : database.copyIn(into, columns, lines),
});

describe('seeding the demo', () => {
  it('creates the same rows for the same day, and none on a second run', async () => {
    const first = await open();
    const shares: number[] = [];
    const counts = await seedDemo(first, clock, {
      ...options,
      onProgress: (done) => shares.push(done),
    });
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(shares.at(-1)).toBe(100);
    expect(counts).toMatchObject({ owners: 24, articles: 32 });
    const made = await contents(first);
    expect(Number(made.usage_week?.split(' ')[0])).toBe(counts.usageWeeks);
    expect(Number(made.usage_daily?.split(' ')[0])).toBe(counts.usageDays);

    const progress: number[] = [];
    expect(
      await seedDemo(first, () => new Date('2026-12-24T20:00:00Z'), {
        ...options,
        onProgress: (done) => progress.push(done),
      }),
    ).toEqual(counts);
    expect(progress).toEqual([]);
    expect(await contents(first)).toEqual(made);

    const second = await open();
    await seedDemo(second, clock, options);
    expect(await contents(second)).toEqual(made);
  });

  it.each(['crm_ticket', 'feed_week'])(
    'starts over when it was killed while %s was loaded',
    async (table) => {
      const database = await open();
      await expect(seedDemo(killedAt(database, table), clock, options)).rejects.toThrow('killed');
      const counts = await seedDemo(database, clock, options);
      const { rows } = await database.execute(
        'select (select count(*) from usage_week) as weeks, (select count(*) from institution) as institutions',
      );
      expect(rows[0]).toEqual({ weeks: counts.usageWeeks, institutions: counts.institutions });
    },
  );

  it('keeps imported practices, and uses other ids than theirs', async () => {
    const database = await open();
    await database.execute(`
      insert into institution values (1500, 'Elm Dental', null, '2020-01-01', '2020-01-01', null, 'import', now());
      insert into location (institution_id, location_id, name, opened_on, updated_at) values (1500, 12000, 'Elm Dental', '2020-01-01', now());
      insert into usage_week values (1500, 12000, 'forms', '2026-11-08', 5)`);
    await expect(seedDemo(killedAt(database, 'feed_week'), clock, options)).rejects.toThrow(
      'killed',
    );
    await seedDemo(database, clock, options);
    const { rows } = await database.execute(`
      select (select value from usage_week where institution_id = 1500) as kept,
        (select min(institution_id) from institution where source = 'demo') as first,
        (select min(location_id) from location where institution_id <> 1500) as first_location`);
    expect(rows[0]).toEqual({ kept: 5, first: 1501, first_location: 12_001 });
  });
});
