import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoCustomer, RiskWeek } from '#server/institutions/demo-rows.ts';
import type { Day } from '#shared/core/dates.ts';

export type DemoInstitutionFacts = Omit<DemoCustomer, 'user' | 'riskWeeks' | 'isAtRisk'>;

export async function findDemoInstitutions(queries: Queries): Promise<DemoInstitutionFacts[]> {
  const { rows } = await sql<DemoInstitutionFacts>`
    select i.institution_id, i.name, i.live_on as go_live_on, i.churned_on, d.deal_id, d.owner_id, r.deal_id as renewal_id, r.closes_on as renews_on
    from institution i
    left join lateral (
      select deal_id, owner_id from crm_deal d where d.institution_id = i.institution_id order by closed, updated_at desc, deal_id limit 1
    ) d on true
    left join lateral (
      select deal_id, closes_on from crm_deal r where r.institution_id = i.institution_id and r.pipeline = 'Renewals' and not r.closed
      order by closes_on, deal_id limit 1
    ) r on true
    where i.source = 'demo' order by i.institution_id`.execute(queries);
  return rows;
}

/**
 * Returns the weeks since `since` in which the demo's customers were at risk, with the scoring
 * rules of each week.
 */
export async function findDemoRiskWeeks(queries: Queries, since: Day): Promise<RiskWeek[]> {
  const { rows } = await sql<RiskWeek>`
    select s.institution_id, s.week_start, s.adoption_score, s.health_tier, s.weeks_declining, s.has_zero_usage, r.rules
    from score_week s join institution i using (institution_id) join rules_version r using (rules_version_id)
    where s.week_start >= ${since}::date and s.at_risk and i.source = 'demo'
    order by s.institution_id, s.week_start`.execute(queries);
  return rows;
}

export interface DemoNotice {
  institution_id: number;
  loss_id: string;
  noticed_on: Day;
  reason: string;
}

/** Returns the notices of the demo's customers. */
export async function findDemoNotices(queries: Queries): Promise<DemoNotice[]> {
  const { rows } = await sql<DemoNotice>`
    select c.institution_id, c.loss_id, c.noticed_on, c.reason from churn_event c join institution i using (institution_id)
    where i.source = 'demo' order by 1`.execute(queries);
  return rows;
}
