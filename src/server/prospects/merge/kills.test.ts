import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseChild } from '#test/child-process.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';

const prospects = 800;
const { place, use, remove } = await createLastingDatabase();
beforeAll(async () => {
  await use(async ({ background }) => {
    await sql`
      insert into prospect (prospect_id, name, address, business_type, source, created_at)
      select n, 'Prospect ' || n, '', 'Dentist', 'referral', '2026-11-08T18:00:00Z' from generate_series(1, ${prospects}::integer) n`.execute(
      background,
    );
    await sql`
      insert into prospect_note (prospect_id, note_id, author_id, body, created_at)
      select prospect_id, gen_random_uuid(), gen_random_uuid(), 'Note', created_at from prospect`.execute(
      background,
    );
  });
}, 120_000);
afterAll(remove);

test('merges killed with -9 are complete or leave nothing', async () => {
  const child = startDatabaseChild('merge', place, String(prospects));
  await child.said('200');
  await pause(Math.random() * 400);
  await child.kill();
  await use(async ({ background }) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from prospect_merge) as merges, (select count(*) from prospect_change) as changes,
        (select count(*) from prospect_work where version = 1) / 2 as versions,
        (select count(*) from prospect_note where prospect_id % 2 = 1) - ${prospects / 2}::integer as moved,
        (select count(*) from prospect p where not exists (select from prospect_note n where n.prospect_id = p.prospect_id)) as "withoutNote"`.execute(
      background,
    );
    const counts = new Set(Object.values(rows[0] ?? {}));
    expect(counts.size, JSON.stringify(rows[0])).toBe(1);
    const [count = 0] = counts;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(prospects / 2);
  });
}, 120_000);
