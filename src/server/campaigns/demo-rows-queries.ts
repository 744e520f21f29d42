import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Deletes the campaigns that have no recipients left. */
export async function removeDemoCampaigns(transaction: Queries): Promise<void> {
  await sql`delete from ticket_campaign c where not exists (select from ticket_campaign_recipient r where r.campaign_id = c.campaign_id)`.execute(
    transaction,
  );
}
