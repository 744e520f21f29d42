import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseChild } from '#test/child-process.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';

const { place, use, remove } = await createLastingDatabase();
beforeAll(async () => {
  await use(async ({ background }) => {
    await sql`
      insert into prospect (prospect_id, name, address, business_type, source, created_at)
      select n, 'Prospect ' || n, '', 'Dentist', 'referral', '2026-11-08T18:00:00Z' from generate_series(1, 400) n`.execute(
      background,
    );
  });
}, 120_000);
afterAll(remove);

test('conversions killed with -9 are complete or leave nothing', async () => {
  const child = startDatabaseChild('convert', place, '2026-12-18');
  await child.said('200');
  await pause(Math.random() * 400);
  await child.kill();
  await use(async ({ background }) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from institution) as customers, (select count(*) from location) as locations,
        (select count(*) from practice_key) as keys, (select count(*) from entitlement) as entitlements,
        (select count(*) from onboarding_case) as cases, (select count(*) from task) as tasks, (select count(*) from crm_deal) as deals,
        (select count(*) from prospect_work where stage = 'Won') as won, (select count(*) from prospect_change) as changes,
        (select count(*) from prospect_conversion c join institution using (institution_id)) as conversions`.execute(
      background,
    );
    const counts = new Set(Object.values(rows[0] ?? {}));
    expect(counts.size, JSON.stringify(rows[0])).toBe(1);
    const [count = 0] = counts;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(400);
  });
}, 120_000);
