import { sql } from 'kysely';
import type { RenewalOutcome } from '#shared/renewals/words.ts';

/** Stages that the embedded CRM gives to a closed renewal. */
export const closedDealStages: Record<RenewalOutcome, string> = {
  signed: 'Closed won',
  lost: 'Closed lost',
};

/**
 * SQL expression of the outcome of a deal `d` of an institution `i`: 'signed', 'lost', or `null`
 * while the deal is open. The only place where the renewals room interprets a deal's stage.
 */
export const dealOutcome = sql<RenewalOutcome | null>`case when not d.closed then null
  when lower(replace(d.stage, ' ', '')) = 'closedlost' or i.churned_on is not null then 'lost' else 'signed' end`;
