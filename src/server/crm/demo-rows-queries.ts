import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export async function removeDemoCrmRows(transaction: Queries): Promise<void> {
  await sql`delete from crm_owner where email like '%@chairside.example'`.execute(transaction);
  await sql`
    delete from crm_ticket_pipeline p where not exists (select from crm_ticket t where t.pipeline_id = p.pipeline_id)`.execute(
    transaction,
  );
}
