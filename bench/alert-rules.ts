// Compares the nightly evaluation of alert rules over 20,000 institutions with one hand-written
// statement for the same rules.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { evaluateAlertRules } from '#server/alerts/evaluate.ts';
import type { Queries } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { buildTestApp } from '#test/app.ts';
import { median } from './median.ts';
import { lastWeek, loadPortfolio, now } from './portfolio-world.ts';
import type { Bench } from './types.ts';

const rounds = 9;
const day = '2026-11-18';

/**
 * Typical rules. Some match many customers, others few; they use the score, products and changes.
 */
const rules = [
  {
    name: 'Critical',
    conditions: 'f.healthTier=Critical&f.inGrace=no',
    holds: `s.health_tier = 'Critical' and not s.in_grace`,
  },
  { name: 'Fell by 5', conditions: 'f.scoreChange=..-5', holds: 's.score_change <= -5' },
  {
    name: 'At risk for 3',
    conditions: 'f.consecutiveWeeksAtRisk=3..',
    holds: 's.weeks_at_risk >= 3',
  },
  {
    name: 'Large and low',
    conditions: 'f.sizeTier=Large&f.sizeTier=Enterprise&f.adoptionScore=..60',
    holds: `s.size_tier in ('Large', 'Enterprise') and s.adoption_score <= 60`,
  },
  {
    name: 'Nearly Critical',
    conditions: 'f.adoptionScore=50..55',
    holds: 's.adoption_score between 50 and 55',
  },
  {
    name: 'Forms are not used',
    conditions: 'f.formsScore=..30&f.healthTier=Healthy',
    holds: `s.health_tier = 'Healthy' and exists (select from product_week p where p.institution_id = s.institution_id
      and p.week_start = s.week_start and p.product = 'forms' and least(999, floor(p.score + 0.5)) <= 30)`,
  },
  { name: 'Not active', conditions: 'f.hasZeroUsage=yes', holds: 's.has_zero_usage' },
  {
    name: 'Top',
    conditions: 'f.adoptionScore=99..&f.entitledFeatures=..5',
    holds: 's.adoption_score >= 99 and s.entitled_features <= 5',
  },
] as const;

const ownerSegment = sql`left join lateral (select owner_id from crm_deal d where d.institution_id = m.institution_id order by closed, updated_at desc limit 1) d on true`;

/**
 * Hand-written SQL for these rules. A single statement computes matches, applies the limit per
 * owner, and adds action items and firings.
 */
function addedManually(queries: Queries, ids: readonly string[]) {
  const ruleRows = sql.join(
    rules.map(({ holds }, at) => sql`(${ids[at]}::uuid, ${sql.raw(holds)})`),
  );
  return sql`
    with matched as (
      select r.rule_id, s.institution_id, s.adoption_score
      from score_week s join institution i using (institution_id) cross join lateral (values ${ruleRows}) r (rule_id, holds)
      where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and r.holds
    ),
    forgotten as (
      delete from alert_baseline b where not exists (select from matched m where m.rule_id = b.rule_id and m.institution_id = b.institution_id)
    ),
    fresh as (
      select m.*, row_number() over (partition by d.owner_id order by m.adoption_score) as place from matched m ${ownerSegment}
      where not exists (select from call_to_action c where c.institution_id = m.institution_id and c.rule_id = m.rule_id
        and (c.closed_at is null or c.closed_at >= ${day}::date - ${alertRuleParameters.quietDays}::integer))
        and not exists (select from alert_baseline b where b.institution_id = m.institution_id and b.rule_id = m.rule_id)
    ),
    opened as (
      insert into call_to_action (institution_id, call_id, kind, title, details, priority, due_on, minutes, rule_id, fired_count, last_fired_on, created_at, updated_at)
      select f.institution_id, gen_random_uuid(), r.kind, r.name, 'Score: ' || f.adoption_score, r.priority, ${day}::date + 2, 20, r.rule_id, 1, ${day}::date, now(), now()
      from fresh f join alert_rule r using (rule_id) where f.place <= ${alertRuleParameters.perPersonAndDay}::integer
      returning institution_id, call_id, rule_id, details
    )
    insert into call_firing (institution_id, rule_id, fired_on, call_id, saw)
    select institution_id, rule_id, ${day}::date, call_id, details from opened`.execute(queries);
}

export const alertRulesBench: Bench = {
  name: 'alert-rules',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'));
    const database = await openDatabase({ dataDir: folder, requestDeadlineMs: 60_000 });
    await migrateDatabase(database);
    const test = await buildTestApp({ now, database: { database, close: () => database.close() } });
    try {
      const queries = database.background;
      await loadPortfolio(queries);
      const { user_id: person } = await queries
        .selectFrom('app_user')
        .select('user_id')
        .executeTakeFirstOrThrow();
      const ids = rules.map(() => randomUUID());
      for (const [at, { name, conditions }] of rules.entries())
        await sql`insert into alert_rule values (${ids[at]}, 1, ${name}, 'risk', ${conditions}, 'normal', 2, 20, true, ${person}, now())`.execute(
          queries,
        );
      // State after many nights. All matches are already reported, except for one customer in
      // fifty.
      for (const [at, { holds }] of rules.entries())
        await sql`insert into alert_baseline select s.institution_id, ${ids[at]}::uuid from score_week s
          where s.week_start = ${lastWeek}::date and s.institution_id % 50 <> 0 and ${sql.raw(holds)}`.execute(
          queries,
        );
      await sql`analyze alert_baseline`.execute(queries);
      const clear = async () => {
        await sql`truncate call_firing, call_change, call_to_action, alert_run`.execute(queries);
        await sql`analyze call_to_action, call_firing`.execute(queries);
      };
      const opened = async () =>
        (
          await sql<{ calls: number }>`select count(*)::int as calls from call_to_action`.execute(
            queries,
          )
        ).rows[0]?.calls;
      const ours: number[] = [];
      const anchor: number[] = [];
      const counts: (number | undefined)[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const [times, act] of [
          [ours, () => evaluateAlertRules(test.dependencies, { day })],
          [anchor, () => addedManually(queries, ids)],
        ] as const) {
          await clear();
          const begin = performance.now();
          await act();
          times.push(performance.now() - begin);
          counts.push(await opened());
        }
      }
      if (new Set(counts).size !== 1)
        throw new Error(`Both should open the same number of action items: ${counts.join(', ')}`);
      const [mine, hand] = [median(ours), median(anchor)];
      const note = `${rules.length} rules, ${counts[0]} calls opened`;
      const measure = 'nightly evaluation, against one statement';
      return [
        {
          bench: 'alert-rules',
          measure,
          ours: mine,
          anchor: hand,
          ratio: mine / hand,
          limit: { atMost: 1.5 },
          unit: 'ms',
          note,
        },
      ];
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
