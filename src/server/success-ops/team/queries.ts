import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

export interface TaskLoad {
  user_id: string;
  open: number;
  overdue: number;
  oldest_days: number | null;
}

export async function taskLoads(queries: Queries, today: Day): Promise<Map<string, TaskLoad>> {
  const { rows } = await sql<TaskLoad>`
    select assignee_id as user_id, count(*)::integer as open, count(*) filter (where due_on < ${today}::date)::integer as overdue,
      max(${today}::date - due_on) filter (where due_on < ${today}::date) as oldest_days
    from task where status = 'open' and assignee_id is not null group by assignee_id`.execute(queries);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** What each of these people signs in as, which is what the CRM knows an owner by. */
export async function signInNames(queries: Queries, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries.selectFrom('app_user').select(['user_id', 'name']).where('user_id', 'in', userIds).execute();
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
