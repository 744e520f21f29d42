import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';
import {
  maxListedTrialCustomers,
  type TrialAlertCounts,
  type TrialResult,
} from '#shared/scoring/rules.ts';

/**
 * Compares the trial's scores with the official scores in the weeks from `firstWeek` to `lastWeek`.
 */
export async function computeTrialResult(
  database: Queries,
  firstWeek: Day,
  lastWeek: Day,
  weeks: number,
): Promise<TrialResult> {
  const totals = await newestWeekTotals(database, lastWeek);
  const movement = await tierMovement(database, lastWeek);
  const changes = await tierChanges(database, lastWeek);
  const churn = await countCaughtChurn(database, firstWeek, lastWeek);
  return {
    firstWeek,
    lastWeek,
    weeks,
    institutions: totals.institutions,
    averageScore: { now: totals.average_now, trial: totals.average_trial },
    atRisk: { now: totals.at_risk_now, trial: totals.at_risk_trial },
    movement,
    changes,
    changesInAll: movement
      .filter(({ from, to }) => from !== to)
      .reduce((sum, { institutions }) => sum + institutions, 0),
    churn,
  };
}

const bothOf = (week: Day) =>
  sql`score_week n join score_trial t on t.institution_id = n.institution_id and t.week_start = n.week_start where n.week_start = ${week}::date`;

async function newestWeekTotals(database: Queries, week: Day) {
  const { rows } = await sql<{
    institutions: number;
    average_now: number | null;
    average_trial: number | null;
    at_risk_now: number;
    at_risk_trial: number;
  }>`
    select count(*)::int as institutions, avg(n.adoption_score) as average_now, avg(t.adoption_score) as average_trial,
      count(*) filter (where n.at_risk)::int as at_risk_now, count(*) filter (where t.at_risk)::int as at_risk_trial
    from ${bothOf(week)}`.execute(database);
  const [totals] = rows;
  if (totals === undefined) throw new Error('The query for the totals returned no row');
  return totals;
}

async function tierMovement(database: Queries, week: Day): Promise<TrialResult['movement']> {
  const { rows } = await sql<TrialResult['movement'][number]>`
    select n.health_tier as "from", t.health_tier as "to", count(*)::int as institutions
    from ${bothOf(week)} group by 1, 2 order by 1, 2`.execute(database);
  return rows;
}

async function tierChanges(database: Queries, week: Day): Promise<TrialResult['changes']> {
  const { rows } = await sql<{
    institution_id: number;
    name: string;
    tier_now: HealthTier;
    tier_trial: HealthTier;
    score_now: number | null;
    score_trial: number | null;
    at_risk_now: boolean;
    at_risk_trial: boolean;
  }>`
    select c.*, i.name from (
      select n.institution_id, n.health_tier as tier_now, t.health_tier as tier_trial, n.adoption_score as score_now,
        t.adoption_score as score_trial, n.at_risk as at_risk_now, t.at_risk as at_risk_trial
      from ${bothOf(week)} and n.health_tier <> t.health_tier
    ) c
    join institution i on i.institution_id = c.institution_id
    order by abs(c.score_trial - c.score_now) desc nulls last, c.institution_id limit ${maxListedTrialCustomers}`.execute(
    database,
  );
  return rows.map((row) => ({
    institutionId: row.institution_id,
    institutionName: row.name,
    tier: { now: row.tier_now, trial: row.tier_trial },
    score: { now: row.score_now, trial: row.score_trial },
    atRisk: { now: row.at_risk_now, trial: row.at_risk_trial },
  }));
}

/**
 * Counts, for the official and for the trial's rules, the customers at risk and how many of them
 * left afterwards. Also counts all losses. A loss counts when the customer leaves within
 * `lossConfirmationDays` after a week. Covers only weeks for which this period ended by the end of
 * `lastWeek`. Returns `null` without such weeks or losses.
 */
async function countCaughtChurn(
  database: Queries,
  firstWeek: Day,
  lastWeek: Day,
): Promise<TrialResult['churn']> {
  const judged = sql`judged as (
    select week_start, week_end from official_week
    where week_start >= ${firstWeek}::date and week_end + ${lossConfirmationDays}::int <= ${lastWeek}::date + 6
  )`;
  const { rows: windows } = await sql<{
    first_week: Day | null;
    last_week: Day | null;
    losses: number;
  }>`
    with ${judged}, span as (select min(week_start) as first_week, max(week_start) as last_week from judged)
    select first_week, last_week, (
      select count(*)::int from churn_event e where e.taken_back_at is null and exists (
        select 1 from judged j where e.effective_on > j.week_end and e.effective_on <= j.week_end + ${lossConfirmationDays}::int
      )
    ) as losses from span`.execute(database);
  const [window] = windows;
  if (
    window === undefined ||
    window.first_week === null ||
    window.last_week === null ||
    window.losses === 0
  )
    return null;
  const { rows } = await sql<TrialAlertCounts & { source: 'now' | 'trial' }>`
    with ${judged},
    flagged as (
      select 'now' as source, s.institution_id, j.week_end from score_week s join judged j on j.week_start = s.week_start where s.at_risk
      union all
      select 'trial', s.institution_id, j.week_end from score_trial s join judged j on j.week_start = s.week_start where s.at_risk
    )
    select source, count(distinct f.institution_id)::int as alerts, count(distinct e.institution_id)::int as "right"
    from flagged f
    left join churn_event e on e.institution_id = f.institution_id and e.taken_back_at is null
      and e.effective_on > f.week_end and e.effective_on <= f.week_end + ${lossConfirmationDays}::int
    group by source`.execute(database);
  const alertsOf = (source: 'now' | 'trial'): TrialAlertCounts => {
    const row = rows.find((each) => each.source === source);
    return { alerts: row?.alerts ?? 0, right: row?.right ?? 0 };
  };
  return {
    firstWeek: window.first_week,
    lastWeek: window.last_week,
    losses: window.losses,
    now: alertsOf('now'),
    trial: alertsOf('trial'),
  };
}
