import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import { closedDealStages } from './deal-outcome-sql.ts';

type OutcomeChange = Extract<RenewalChange, { action: 'outcome' }>;

interface DealReference {
  institutionId: number;
  dealId: number;
}

/**
 * Closes the deal of a renewal in the embedded CRM and saves the outcome, with the stage and the
 * amount of the deal for undo.
 */
export async function recordOutcome(
  transaction: Queries,
  { institutionId, dealId }: DealReference,
  { outcome, on, dollars, reason, note }: OutcomeChange,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    update renewal r set outcome = ${outcome}, outcome_on = ${on}::date, outcome_reason = ${reason},
      outcome_note = ${note === '' ? null : note}, outcome_by = ${userId}::uuid,
      deal_before = jsonb_build_object('stage', d.stage, 'amountCents', d.amount_cents)
    from crm_deal d where d.institution_id = r.institution_id and d.deal_id = r.deal_id
      and r.institution_id = ${institutionId} and r.deal_id = ${dealId}`.execute(transaction);
  await sql`
    update crm_deal set closed = true, stage = ${closedDealStages[outcome]}, updated_at = ${at}::timestamptz,
      amount_cents = coalesce(${dollars === null ? null : dollars * 100}::bigint, amount_cents)
    where institution_id = ${institutionId} and deal_id = ${dealId}`.execute(transaction);
}

/** Reopens a deal that `recordOutcome` closed, with its former stage and amount. */
export async function reopenRenewal(
  transaction: Queries,
  { institutionId, dealId }: DealReference,
  at: Date,
): Promise<void> {
  await sql`
    update crm_deal d set closed = false, stage = r.deal_before ->> 'stage', updated_at = ${at}::timestamptz,
      amount_cents = (r.deal_before ->> 'amountCents')::bigint
    from renewal r where d.institution_id = r.institution_id and d.deal_id = r.deal_id
      and r.institution_id = ${institutionId} and r.deal_id = ${dealId}`.execute(transaction);
  await sql`
    update renewal set outcome = null, outcome_on = null, outcome_reason = null, outcome_note = null, outcome_by = null, deal_before = null
    where institution_id = ${institutionId} and deal_id = ${dealId}`.execute(transaction);
}
