import { type Insertable, type RawBuilder, sql } from 'kysely';
import { parseConditions, weekPredicate } from '#server/alerts/conditions-sql.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type { DemoActionItem, DemoRule } from './work-action-items.ts';
import type { DemoCampaign } from './work-campaign.ts';
import type { PlayedRuns } from './work-playbooks.ts';

/** Issuer of the demo's users, who are identified by their index in the CRM and never signed in. */
export const demoIssuer = 'https://demo.chairside.example';

/** Returns `true` when the demo's customers exist and have no work yet. */
export async function wantsDemoWork(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`
    select exists (select from demo_world) and not exists (select from app_user where issuer = ${demoIssuer}) as wants`.execute(queries);
  return rows[0]?.wants ?? false;
}

export interface WorkedInstitution {
  institution_id: number;
  name: string;
  go_live_on: Day;
  churned_on: Day | null;
  deal_id: number | null;
  owner_id: number | null;
  /** Id of the next open renewal; `null` without one. */
  renewal_id: number | null;
  renews_on: Day | null;
}

export async function demoInstitutions(queries: Queries): Promise<WorkedInstitution[]> {
  const { rows } = await sql<WorkedInstitution>`
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

export interface RiskWeek {
  institution_id: number;
  week_start: Day;
  adoption_score: number | null;
  health_tier: HealthTier;
  weeks_declining: number;
  has_zero_usage: boolean;
  rules: HealthRules;
}

/** Returns the weeks since a day in which the demo's customers were at risk, with the scoring rules of each week. */
export async function riskWeeks(queries: Queries, since: Day): Promise<RiskWeek[]> {
  const { rows } = await sql<RiskWeek>`
    select s.institution_id, s.week_start, s.adoption_score, s.health_tier, s.weeks_declining, s.has_zero_usage, r.rules
    from score_week s join institution i using (institution_id) join rules_version r using (rules_version_id)
    where s.week_start >= ${since}::date and s.at_risk and i.source = 'demo'
    order by s.institution_id, s.week_start`.execute(queries);
  return rows;
}

export interface DemoLoss {
  institution_id: number;
  loss_id: string;
  noticed_on: Day;
  reason: string;
}

/** Returns the notices of the demo's customers. */
export async function demoLosses(queries: Queries): Promise<DemoLoss[]> {
  const { rows } = await sql<DemoLoss>`
    select c.institution_id, c.loss_id, c.noticed_on, c.reason from churn_event c join institution i using (institution_id)
    where i.source = 'demo' order by 1`.execute(queries);
  return rows;
}

export interface DemoWork extends PlayedRuns {
  people: Insertable<Schema['app_user']>[];
  notes: Insertable<Schema['note']>[];
  tasks: Insertable<Schema['task']>[];
  events: Insertable<Schema['work_event']>[];
  cases: Insertable<Schema['risk_case']>[];
  outcomes: Insertable<Schema['risk_outcome']>[];
  ownerChanges: Insertable<Schema['crm_owner_change']>[];
  retros: Insertable<Schema['churn_retro']>[];
  renewals: Insertable<Schema['renewal']>[];
  renewalChanges: Insertable<Schema['renewal_change']>[];
  campaign: DemoCampaign;
  alertRules: DemoRule[];
  calls: DemoActionItem[];
}

/** Rows per statement, which has at most 65,535 parameters. */
const rowsAtOnce = 2000;

/** Saves the work in one transaction, so that an interrupted start repeats it. */
export async function keepDemoWork(queries: Queries, work: DemoWork): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const insert = async <Table extends keyof Schema>(table: Table, rows: readonly Insertable<Schema[Table]>[]) => {
      for (let start = 0; start < rows.length; start += rowsAtOnce)
        await transaction
          .insertInto(table)
          .values(rows.slice(start, start + rowsAtOnce))
          .execute();
    };
    await insert('app_user', work.people);
    await insert('note', work.notes);
    await insert('task', work.tasks);
    await insert('work_event', work.events);
    await insert('risk_case', work.cases);
    await insert('risk_outcome', work.outcomes);
    await insert('crm_owner_change', work.ownerChanges);
    await insert('churn_retro', work.retros);
    await insert('renewal', work.renewals);
    await insert('renewal_change', work.renewalChanges);
    await insert('playbook', work.playbooks);
    await insert('playbook_version', work.playbookVersions);
    await insert('task', work.runTasks);
    await insert('playbook_run', work.runs);
    await insert('playbook_step', work.steps);
    await scoreDemoRuns(transaction);
    await insert('ticket_campaign', work.campaign.campaigns);
    await insert('ticket_campaign_recipient', work.campaign.recipients);
    await insert('crm_ticket', work.campaign.tickets);
    await insert(
      'alert_rule',
      work.alertRules.map(({ row }) => row),
    );
    await insert(
      'alert_rule_version',
      work.alertRules.map(({ version }) => version),
    );
    await insert(
      'call_to_action',
      work.calls.map(({ call }) => call),
    );
    await insert(
      'call_firing',
      work.calls.flatMap(({ firings }) => firings),
    );
    for (const { row } of work.alertRules) await leaveInPeace(transaction, row);
  });
}

/** Saves the scores of the official weeks before each run began and ended. */
async function scoreDemoRuns(transaction: Queries): Promise<void> {
  const scoreBefore = (day: RawBuilder<unknown>) => sql`(select adoption_score from score_week s
    where s.institution_id = r.institution_id and s.week_start <= ${day} - 7 order by s.week_start desc limit 1)`;
  await sql`update playbook_run r set start_score = ${scoreBefore(sql`started_on`)},
    end_score = case when ended_at is not null then ${scoreBefore(sql`ended_at::date`)} end`.execute(transaction);
}

/** Marks customers that match the rule as notified, as if the rule had been active for a long time. */
async function leaveInPeace(transaction: Queries, { rule_id, conditions }: DemoRule['row']): Promise<void> {
  await sql`insert into alert_baseline (institution_id, rule_id)
    select s.institution_id, ${rule_id}::uuid from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and ${weekPredicate(parseConditions(conditions))}
      and not exists (select from call_to_action c where c.institution_id = s.institution_id and c.rule_id = ${rule_id}::uuid)`.execute(
    transaction,
  );
}
