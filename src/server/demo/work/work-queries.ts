import { type Insertable, type RawBuilder, sql } from 'kysely';
import { officialWeekPredicate, parseAlertConditions } from '#server/alerts/conditions-sql.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { DemoActionItem, DemoRule } from './work-action-items.ts';
import type { DemoCampaign } from './work-campaign.ts';
import type { PlayedRuns } from './work-playbooks.ts';

/** Issuer of the demo's users, who are identified by their index in the CRM and never signed in. */
export const demoIssuer = 'https://demo.chairside.example';

/** Returns `true` when the demo's customers exist and have no work yet. */
export async function wantsDemoWork(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`
    select exists (select from demo_world) and not exists (select from app_user where issuer = ${demoIssuer}) as wants`.execute(
    queries,
  );
  return rows[0]?.wants ?? false;
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
    const insert = async <Table extends keyof Schema>(
      table: Table,
      rows: readonly Insertable<Schema[Table]>[],
    ) => {
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
    end_score = case when ended_at is not null then ${scoreBefore(sql`ended_at::date`)} end`.execute(
    transaction,
  );
}

/**
 * Marks customers that match the rule as notified, as if the rule had been active for a long time.
 */
async function leaveInPeace(
  transaction: Queries,
  { rule_id, conditions }: DemoRule['row'],
): Promise<void> {
  await sql`insert into alert_baseline (institution_id, rule_id)
    select s.institution_id, ${rule_id}::uuid from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and ${officialWeekPredicate(parseAlertConditions(conditions))}
      and not exists (select from call_to_action c where c.institution_id = s.institution_id and c.rule_id = ${rule_id}::uuid)`.execute(
    transaction,
  );
}
