import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Person } from '#shared/core/person.ts';

/**
 * Returns the customers for which the user has a risk case, a playbook step or an open ticket. The
 * customers can have any owner.
 */
export async function findCustomersWithWorkOf(
  queries: Queries,
  { id, name }: Person,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from risk_case where assignee_id = ${id}::uuid
    union
    select t.institution_id from playbook_step s join task t on t.institution_id = s.institution_id and t.task_id = s.task_id
    where s.done_at is null and t.status = 'open' and t.assignee_id = ${id}::uuid
    union
    select t.institution_id from crm_ticket t join shown_owner o using (owner_id)
    left join crm_ticket_stage s on s.pipeline_id = t.pipeline_id and s.stage_id = t.stage_id
    where o.name = ${name} and (t.closed_at is null or s.ticket_state = 'OPEN')`.execute(queries);
  return rows.map((row) => row.institution_id);
}
