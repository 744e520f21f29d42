import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

interface DueSaveAttempt {
  institutionId: number;
  institutionName: string;
  leavesOn: Day;
  lossId: string;
  lossVersion: number;
  version: number;
  ownerId: string;
  dueOn: Day;
  plan: string;
}

/** Returns the owner's attempts to keep leaving customers that are due by `until` and not ended. */
export async function findDueSaveAttempts(
  queries: Queries,
  ownerId: string,
  until: Day,
): Promise<DueSaveAttempt[]> {
  const { rows } = await sql<DueSaveAttempt>`
    select e.institution_id as "institutionId", i.name as "institutionName", e.effective_on as "leavesOn", e.loss_id as "lossId",
      e.version as "lossVersion", s.version, s.owner_id as "ownerId", s.due_on as "dueOn", s.plan
    from save_attempt s join churn_event e using (institution_id, loss_id) join institution i using (institution_id)
    where s.owner_id = ${ownerId}::uuid and s.failed_at is null and s.due_on <= ${until}::date and e.taken_back_at is null
      and i.churned_on is null
    order by s.due_on, e.institution_id`.execute(queries);
  return rows;
}
