// Loads institutions with official weeks for benchmarks of reading. The scores are written directly
// instead of being computed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { topLevelProductKeys } from '#shared/core/products.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';

const owners = 24;
export const lastWeek: Day = '2026-11-08';
export const now = new Date('2026-11-18T18:00:00Z');
export const benchOwner = 'Owner 7';
export const subtractWeeksFromLastWeek = (count: number): Day => addDays(lastWeek, -7 * count);

/**
 * Loads scores that change slowly, each institution's at its own rate. A tenth of the products is
 * not entitled.
 */
export async function loadPortfolio(
  database: Queries,
  { institutions, officialWeeks } = { institutions: 20_000, officialWeeks: 60 },
): Promise<void> {
  await loadCustomers(database, institutions);
  await sql`insert into rules_version values (1, ${JSON.stringify(defaultHealthRules)}::jsonb, 'bench', now())`.execute(
    database,
  );
  await loadWork(database, institutions);
  for (let age = officialWeeks - 1; age >= 0; age--)
    await loadWeek(database, institutions, subtractWeeksFromLastWeek(age), age);
  // State after the daily refresh.
  await sql`insert into benchmark_provisional (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations, as_of_day, made_at)
    select week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations, ${lastWeek}::date + 9, now()
    from benchmark_week where week_start = ${lastWeek}::date`.execute(database);
  await sql`analyze`.execute(database);
}

async function loadCustomers(database: Queries, institutions: number): Promise<void> {
  const each = sql`generate_series(1, ${institutions}::int) i`;
  await sql`insert into institution (institution_id, name, practice_type, created_on, go_live_on, source, updated_at)
    select i, 'Practice ' || i, (array['General Dentistry', 'Orthodontics', 'Pediatrics', 'Optometry'])[1 + i % 4], '2020-01-01', '2020-01-01'::date + i % 900, 'import', now()
    from ${each}`.execute(database);
  await sql`insert into location (institution_id, location_id, name, city, state, ehr, opened_on, updated_at)
    select i, i * 10 + n, 'Location ' || n, 'City ' || i % 300, (array['CA', 'TX', 'NY', 'OR', 'WA'])[1 + i % 5], (array['Dentrix', 'Eaglesoft', 'Curve'])[1 + i % 3], '2020-01-01', now()
    from ${each}, generate_series(1, 1 + i % 2) n`.execute(database);
  await sql`insert into crm_owner (owner_id, name, email) select i, 'Owner ' || i, 'owner' || i || '@example.com' from generate_series(1, ${owners}::int) i`.execute(
    database,
  );
  await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
    select i, i, 'Renewal', 'Renewals', 'Open', 1 + i % ${owners}::int, 100000 + i, '2027-01-01'::date + i % 300, false, now() from ${each}`.execute(
    database,
  );
  await sql`insert into crm_ticket (institution_id, ticket_id, subject, body, pipeline_id, stage_id, priority, created_at, updated_at)
    select i, i, 'Question', 'How?', 'support', 'open', 'low', now(), now() from ${each} where i % 3 = 0`.execute(
    database,
  );
}

/**
 * Loads the work of a busy team in one year. Every customer has a note, every second customer has
 * tasks, and every third has outcomes with follow-up work.
 */
async function loadWork(database: Queries, institutions: number): Promise<void> {
  const author = randomUUID();
  const each = sql`generate_series(1, ${institutions}::int) i`;
  const at = sql`${now.toISOString()}::timestamptz - i * interval '25 minutes'`;
  await sql`insert into app_user (user_id, issuer, subject, email, name, role, created_at, last_sign_in_at) values (${author}, 'bench', 'bench', 'bench@example.com', 'Bench', 'member', now(), now())`.execute(
    database,
  );
  await sql`insert into note (institution_id, note_id, author_id, body, created_at)
    select i, gen_random_uuid(), ${author}, 'They asked about reminders.', ${at} from ${each}`.execute(
    database,
  );
  await sql`insert into task (institution_id, task_id, title, due_on, status, created_by, created_at, updated_by, updated_at, closed_at)
    select i, gen_random_uuid(), 'Call them', '2026-11-01'::date + i % 60, case when i % 4 = 0 then 'open' else 'done' end, ${author}, ${at}, ${author}, ${at}, case when i % 4 = 0 then null else ${at} end
    from ${each} where i % 2 = 0`.execute(database);
  await sql`insert into work_event (institution_id, event_id, at, actor_id, kind, event)
    select i, gen_random_uuid(), ${at}, ${author}, 'task', 'created' from ${each}, generate_series(1, 2)`.execute(
    database,
  );
  await sql`insert into risk_outcome (institution_id, outcome_id, decided_by, decided_at, outcome, note, judged_reasons)
    select i, gen_random_uuid(), ${author}, ${at}, 'contacted', '', '[]' from ${each} where i % 3 = 0`.execute(
    database,
  );
}

async function loadWeek(
  database: Queries,
  institutions: number,
  week: Day,
  age: number,
): Promise<void> {
  const score = (weeksAgo: number) => sql`60 + 40 * sin(i + ${0.03 * weeksAgo}::float8)`;
  const tier = (of: ReturnType<typeof score>) =>
    sql`case when ${of} >= 75 then 'Healthy' when ${of} >= 50 then 'Medium' else 'Critical' end`;
  await sql`insert into official_week values (${week}::date, ${week}::date + 6, 1, now(), ${institutions})`.execute(
    database,
  );
  await sql`insert into benchmark_version (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations, version)
    select ${week}::date, product, 'all', '', '', 30 + ${age}::int % 4, 20, 40, ${institutions}::int, ${institutions}::int, 1
    from unnest(array[${sql.join(topLevelProductKeys)}]) product`.execute(database);
  await sql`insert into score_version (institution_id, week_start, rules_version_id, size_tier, practice_type, location_count, measured_locations,
      entitled_features, active_features, coverage, adoption_score, health_tier, previous_score, previous_health_tier, score_change, percent_change,
      tier_change, has_zero_usage, in_grace, at_risk, weeks_at_risk, weeks_declining, weeks_improving,
      change_by_usage, change_by_peers, change_by_entitlements, change_by_locations, version)
    select i, ${week}::date, 1, (array['Small', 'Medium', 'Large', 'Enterprise'])[1 + i % 4], 'General Dentistry', 1 + i % 2, 1 + i % 2, 6, 6, 1,
      s, ${tier(sql`s`)}, p, ${tier(sql`p`)}, s - p, 100 * (s - p) / p, 'flat', false, false, s < 50, case when s < 50 then 3 else 0 end, 0, 0, s - p, 0, 0, 0, 1
    from (select i, ${score(age)} as s, ${score(age + 1)} as p from generate_series(1, ${institutions}::int) i) scored`.execute(
    database,
  );
  await sql`insert into product_version (institution_id, week_start, product, entitled, usage, benchmark, expected, score, peer_level, peers, version)
    select i, ${week}::date, product, true, usage, 30, 30 * (1 + i % 2), least(100 * usage / (30 * (1 + i % 2)), 900), 'all', ${institutions}::int, 1
    from (select i, product, round(20 + 15 * sin(i + n + ${0.03 * age}::float8)) as usage
      from generate_series(1, ${institutions}::int) i, unnest(array[${sql.join(topLevelProductKeys)}]) with ordinality as sold (product, n) where (i + n) % 10 <> 0) used`.execute(
    database,
  );
}
