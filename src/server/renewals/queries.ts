import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { quarterOf } from '#shared/renewals/quarters.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import { renewalListDayLimits } from '#shared/renewals/rules.ts';
import type {
  ForecastConflictDecision,
  OpenRenewalStage,
  OwnerForecast,
  PredictedRiskLevel,
  RenewalOutcome,
} from '#shared/renewals/words.ts';
import { dealOutcome } from './deal-outcome-sql.ts';
import { recordOutcome, reopenRenewal } from './outcome-queries.ts';

export interface RenewalRow {
  dealId: number;
  institutionId: number;
  institutionName: string;
  /** Result of the deal in the CRM; `null` while the deal is open. */
  closed: RenewalOutcome | null;
  dueOn: Day | null;
  /** Amount of the deal in dollars per year. */
  dealAmount: number | null;
  /** Amount of the current contracts in dollars per year. */
  contractAmount: number | null;
  ownerName: string | null;
  stage: OpenRenewalStage;
  call: OwnerForecast | null;
  callNote: string | null;
  /** Expected amount in dollars per year that a user set; `null` without one. */
  expectedSet: number | null;
  expectedReason: string | null;
  expectedBy: string | null;
  /** Outcome recorded here; `null` without one. */
  outcome: RenewalOutcome | null;
  outcomeOn: Day | null;
  outcomeReason: string | null;
  outcomeNote: string | null;
  outcomeBy: string | null;
  sixMonthsOn: Day | null;
  sixMonthsBy: string | null;
  threeMonthsOn: Day | null;
  threeMonthsBy: string | null;
  decision: ForecastConflictDecision | null;
  decidedCall: string | null;
  decidedRisk: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  seenClosesOn: Day | null;
  leavesOn: Day | null;
  saveAttemptUntil: Day | null;
  version: number;
}

/**
 * Returns open renewals that are due within `ahead` days, overdue or without a date. Also returns
 * closed renewals that changed recently or are due between the start of the current quarter and
 * `ahead` days from today.
 */
export async function findRenewalRows(
  queries: Queries,
  today: Day,
  ahead: number = renewalListDayLimits.ahead,
): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`
    with due as materialized (
      select institution_id, sum(monthly_cents) * 12 / 100.0 as dollars from contract_term
      where starts_on <= ${today}::date and (ends_on is null or ends_on > ${today}::date) group by 1
    )
    select d.deal_id as "dealId", d.institution_id as "institutionId", i.name as "institutionName",
      ${dealOutcome} as closed,
      d.closes_on as "dueOn", d.amount_cents / 100.0 as "dealAmount", due.dollars as "contractAmount",
      o.name as "ownerName",
      coalesce(r.stage, 'not_started') as stage, r.call, r.call_note as "callNote", r.expected_cents / 100.0 as "expectedSet",
      r.expected_reason as "expectedReason", estimator.name as "expectedBy", r.outcome, r.outcome_on as "outcomeOn",
      r.outcome_reason as "outcomeReason", r.outcome_note as "outcomeNote", closer.name as "outcomeBy",
      r.six_months_on as "sixMonthsOn", six.name as "sixMonthsBy", r.three_months_on as "threeMonthsOn", three.name as "threeMonthsBy",
      r.decision, r.decided_call as "decidedCall", r.decided_risk as "decidedRisk", judge.name as "decidedBy", r.decided_at as "decidedAt",
      notice.effective_on as "leavesOn", case when attempt.failed_at is null then attempt.due_on end as "saveAttemptUntil", r.seen_closes_on as "seenClosesOn", coalesce(r.version, 0) as version
    from crm_deal d join institution i using (institution_id)
    left join renewal r using (institution_id, deal_id)
    left join due on due.institution_id = d.institution_id
    left join shown_owner o on o.owner_id = d.owner_id
    left join churn_event notice on notice.institution_id = d.institution_id and notice.taken_back_at is null and i.churned_on is null
    left join save_attempt attempt on attempt.institution_id = notice.institution_id and attempt.loss_id = notice.loss_id
    left join person six on six.user_id = r.six_months_by
    left join person three on three.user_id = r.three_months_by
    left join person judge on judge.user_id = r.decided_by
    left join person estimator on estimator.user_id = r.expected_by
    left join person closer on closer.user_id = r.outcome_by
    where d.pipeline ilike 'renewal%' and case when d.closed
      then d.updated_at >= ${today}::date - ${renewalListDayLimits.closed}::integer or d.closes_on between ${quarterOf(today).from}::date and ${today}::date + ${ahead}::integer
      else i.churned_on is null and (d.closes_on is null or d.closes_on <= ${today}::date + ${ahead}::integer) end
    order by d.closes_on, d.deal_id`.execute(queries);
  return rows;
}

/** Returns a cache version that changes with deals, contracts and renewals. */
export async function readRenewalsCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(updated_at) from crm_deal), (select count(*) from crm_deal), (select count(*) from renewal_change),
      (select max(changed_at) from renewal_change), (select count(*) from contract), (select sum(monthly_cents) from contract),
      (select max(taken_on) from renewal_snapshot)) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

export interface LockedRenewal {
  version: number;
  closed: boolean;
  closesOn: Day | null;
  call: OwnerForecast | null;
  /** Outcome recorded here; `null` without one. */
  outcome: RenewalOutcome | null;
}

/**
 * Returns the renewal and locks it until the transaction ends; `undefined` when the CRM has no such
 * deal.
 */
export async function lockRenewal(
  transaction: Queries,
  institutionId: number,
  dealId: number,
): Promise<LockedRenewal | undefined> {
  await sql`insert into renewal (institution_id, deal_id)
    select institution_id, deal_id from crm_deal join institution using (institution_id)
    where institution_id = ${institutionId} and deal_id = ${dealId} and pipeline ilike 'renewal%' on conflict do nothing`.execute(
    transaction,
  );
  const { rows } = await sql<LockedRenewal>`
    select r.version, d.closed, d.closes_on as "closesOn", r.call, r.outcome
    from renewal r join crm_deal d using (institution_id, deal_id)
    where r.institution_id = ${institutionId} and r.deal_id = ${dealId} for update of r`.execute(
    transaction,
  );
  return rows[0];
}

export interface RenewalChangeRequest {
  institutionId: number;
  dealId: number;
  changeId: string;
  userId: string;
  at: Date;
  today: Day;
  closesOn: Day | null;
  change: RenewalChange;
}

/**
 * Returns the earlier change with this id; `undefined` when there is none. `same` is `true` when
 * the earlier change was made by the same user and has the same content.
 */
export async function findRepeatedRenewalChange(
  queries: Queries,
  { institutionId, dealId, changeId, userId, change }: RenewalChangeRequest,
) {
  const { rows } = await sql<{ same: boolean }>`
    select changed_by = ${userId}::uuid and told = ${JSON.stringify(change)}::jsonb as same from renewal_change
    where institution_id = ${institutionId} and deal_id = ${dealId} and change_id = ${changeId}::uuid`.execute(
    queries,
  );
  return rows[0];
}

/**
 * Applies a change to a locked renewal and records the change. A decision is stored with the
 * owner's forecast and with the risk at that time.
 */
export async function applyRenewalChange(
  queries: Queries,
  { institutionId, dealId, changeId, userId, at, today, closesOn, change }: RenewalChangeRequest,
  opinions: { call: OwnerForecast | null; risk: PredictedRiskLevel },
): Promise<void> {
  const renewal = queries
    .updateTable('renewal')
    .where('institution_id', '=', institutionId)
    .where('deal_id', '=', dealId);
  switch (change.action) {
    case 'stage':
      await renewal.set({ stage: change.stage }).execute();
      break;
    case 'call':
      await renewal
        .set({ call: change.call, call_note: change.note === '' ? null : change.note })
        .execute();
      break;
    case 'expected':
      await renewal
        .set(
          change.dollars === null
            ? { expected_cents: null, expected_reason: null, expected_by: null }
            : {
                expected_cents: change.dollars * 100,
                expected_reason: change.reason,
                expected_by: userId,
              },
        )
        .execute();
      break;
    case 'checkpoint': {
      const [on, by] = change.isDone ? [today, userId] : [null, null];
      await renewal
        .set(
          change.checkpoint === 'six_months'
            ? { six_months_on: on, six_months_by: by }
            : { three_months_on: on, three_months_by: by },
        )
        .execute();
      break;
    }
    case 'decide':
      await renewal
        .set({
          decision: change.decision,
          decided_call: opinions.call,
          decided_risk: opinions.risk,
          decided_by: change.decision === null ? null : userId,
          decided_at: change.decision === null ? null : at,
        })
        .execute();
      break;
    case 'outcome':
      await recordOutcome(queries, { institutionId, dealId }, change, { userId, at });
      break;
    case 'reopen':
      await reopenRenewal(queries, { institutionId, dealId }, at);
  }
  await renewal
    .set((of) => ({ version: of('version', '+', 1), seen_closes_on: closesOn }))
    .execute();
  await sql`insert into renewal_change (institution_id, deal_id, change_id, changed_by, changed_at, told)
    values (${institutionId}, ${dealId}, ${changeId}::uuid, ${userId}::uuid, ${at}::timestamptz, ${JSON.stringify(change)}::jsonb)`.execute(
    queries,
  );
}
