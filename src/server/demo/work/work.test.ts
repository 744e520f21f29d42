import { afterEach, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { rooms } from '#server/rooms.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { seedDemo } from '../seed.ts';
import { seedDemoWork } from './work.ts';

const clock = () => new Date('2026-11-21T20:00:00Z');
const timeZone = 'America/Los_Angeles';
const tables = [
  'app_user',
  'note',
  'task',
  'work_event',
  'risk_case',
  'risk_outcome',
  'crm_owner_change',
  'churn_retro',
  'renewal',
  'renewal_change',
  'playbook',
  'playbook_version',
  'playbook_run',
  'playbook_step',
  'prospect_work',
  'prospect_conversion',
  'ticket_campaign',
  'ticket_campaign_recipient',
  'alert_rule',
  'call_to_action',
  'call_firing',
] as const;

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

/**
 * Returns a small demo. Its rules require a decline of two weeks, and all customers are at risk in
 * the last official week.
 */
async function demo(): Promise<Database> {
  const test = await createTestDatabase();
  opened.push(test);
  await seedDemo(test.database, clock, { timeZone, scale: 0.03 });
  const institutions = await test.database.background
    .selectFrom('institution')
    .select('institution_id')
    .execute();
  const rules = JSON.stringify({ ...defaultHealthRules, decliningWeeksAtRisk: 2 });
  await test.database.background
    .insertInto('rules_version')
    .values({ rules_version_id: 1, rules, note: '', created_at: clock() })
    .execute();
  const risk = {
    at_risk: true,
    weeks_at_risk: 1,
    weeks_declining: 2,
    health_tier: 'Critical',
    adoption_score: 41,
  } as const;
  await insertOfficialWeeks(test.database.background, ['2026-11-08']);
  await test.database.background
    .insertInto('score_version')
    .values(
      institutions.map(({ institution_id }) =>
        createScoreWeekRow({ institution_id, week_start: '2026-11-08', ...risk }),
      ),
    )
    .execute();
  return test.database;
}

async function contents(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await database.execute(`select t::text as line from ${table} t order by 1`);
    found[table] = rows.map((row) => String(row.line));
  }
  return found;
}

it('creates the same work for the same demo, once', async () => {
  const first = await demo();
  await seedDemoWork(first, clock, timeZone, rooms);
  const made = await contents(first);
  for (const table of tables) expect(made[table]?.length, table).toBeGreaterThan(0);
  await seedDemoWork(first, clock, timeZone, rooms);
  expect(await contents(first)).toEqual(made);
  const second = await demo();
  await seedDemoWork(second, clock, timeZone, rooms);
  expect(await contents(second)).toEqual(made);
});

it('bases users’ decisions on the rules of the week', async () => {
  const database = await demo();
  await seedDemoWork(database, clock, timeZone, rooms);
  const judged = await database.background
    .selectFrom('risk_outcome')
    .select('judged_reasons')
    .distinct()
    .execute();
  expect(judged).toEqual([{ judged_reasons: ['critical', 'declining'] }]);
});

it('has prospects that became customers before they went live, and some twice', async () => {
  const database = await demo();
  await seedDemoWork(database, clock, timeZone, rooms);
  const { rows } = await database.execute(`
    select w.stage, p.name = i.name as same, c.converted_at < i.go_live_on as before, p.created_at < c.converted_at as earlier,
      (select count(*)::integer from prospect_change h where h.prospect_id = p.prospect_id) as changes
    from prospect_conversion c join prospect p using (prospect_id) join prospect_work w using (prospect_id) join institution i using (institution_id)`);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect(row).toEqual({ stage: 'Won', same: true, before: true, earlier: true, changes: 5 });
  const twice = await database.execute(
    "select p.name from prospect p join prospect o on p.name = o.name || ' PLLC' and p.address = o.address",
  );
  expect(twice.rows.length).toBeGreaterThan(0);
});

it('happens after go-live and before now, by users who can have work', async () => {
  const database = await demo();
  await seedDemoWork(database, clock, timeZone, rooms);
  const { rows } = await database.execute(`
    with happened as (
      select institution_id, created_at as at from note union all select institution_id, at from work_event where event <> 'converted'
      union all select institution_id, decided_at from risk_outcome union all select institution_id, changed_at from crm_owner_change
      union all select institution_id, done_at from churn_retro union all select institution_id, changed_at from renewal_change
      union all select institution_id, started_at from playbook_step union all select institution_id, done_at from playbook_step where done_at is not null
    )
    select count(*) filter (where at < go_live_on or at > '2026-11-21T20:00:00Z') as misplaced,
      (select count(*) from app_user where last_sign_in_at is not null or role <> 'member') as strange,
      (select count(*) from risk_case where (snoozed_until is null) <> (snooze_tier is null)) as half
    from happened join institution using (institution_id)`);
  expect(rows[0]).toEqual({ misplaced: 0, strange: 0, half: 0 });
});

it('does nothing in a database without the demo', async () => {
  const test = await createTestDatabase();
  opened.push(test);
  await seedDemoWork(test.database, clock, timeZone, rooms);
  expect((await contents(test.database)).app_user).toEqual([]);
});
