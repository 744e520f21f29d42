import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { IncidentKind } from '#shared/radar/words.ts';

export interface StoredIncident {
  incidentId: string;
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  place: string | null;
  silent: number;
  silentSince: Day;
  overAt: Date | null;
  dismissedAt: Date | null;
  dismissedBy: string | null;
  dismissedReason: string | null;
  version: number;
}

const columns = sql`incident_id as "incidentId", kind, ehr, state, place, silent, silent_since as "silentSince", over_at as "overAt",
  dismissed_at as "dismissedAt", dismissed_by as "dismissedBy", dismissed_reason as "dismissedReason", version`;

export async function findIncident(
  queries: Queries,
  incidentId: string,
): Promise<StoredIncident | undefined> {
  const { rows } =
    await sql<StoredIncident>`select ${columns} from incident where incident_id = ${incidentId}::uuid`.execute(
      queries,
    );
  return rows[0];
}

/**
 * Returns the incident and locks it until the transaction ends, so that two users do not create the
 * same tasks.
 */
export async function lockIncident(
  transaction: Queries,
  incidentId: string,
): Promise<StoredIncident | undefined> {
  const { rows } =
    await sql<StoredIncident>`select ${columns} from incident where incident_id = ${incidentId}::uuid for update`.execute(
      transaction,
    );
  return rows[0];
}

/**
 * Returns the silent customers of an incident that have no task for the incident, and the number of
 * silent customers with a task. Canceled tasks do not count.
 */
export async function findCustomersWithoutTask(
  queries: Queries,
  incidentId: string,
): Promise<{ without: number[]; having: number }> {
  const { rows } = await sql<{ institution_id: number; has_task: boolean }>`
    select m.institution_id, exists (
      select from incident_task made join task t on t.institution_id = made.institution_id and t.task_id = made.task_id and t.status <> 'dropped'
      where made.incident_id = m.incident_id and made.institution_id = m.institution_id) as has_task
    from incident_location m join institution c on c.institution_id = m.institution_id and c.churned_on is null
    where m.incident_id = ${incidentId}::uuid and m.back_on is null
    group by m.institution_id, m.incident_id order by m.institution_id`.execute(queries);
  const without = rows.filter((row) => !row.has_task).map((row) => row.institution_id);
  return { without, having: rows.length - without.length };
}

export async function linkTasksToIncident(
  transaction: Queries,
  incidentId: string,
  taskId: string,
  institutionIds: readonly number[],
): Promise<void> {
  await sql`
    insert into incident_task (institution_id, incident_id, task_id)
    select id, ${incidentId}::uuid, ${taskId}::uuid from unnest(${institutionIds}::bigint[]) as made (id)`.execute(
    transaction,
  );
}

/**
 * Returns the customers for which tasks of this incident were already created under this id.
 * `isSame` is `true` when this user created the tasks.
 */
export async function findRepeatedTaskCustomers(
  queries: Queries,
  sent: { incidentId: string; workId: string; userId: string },
) {
  const { rows } = await sql<{ institution_id: number; same: boolean }>`
    select t.institution_id, t.created_by = ${sent.userId}::uuid as same
    from incident_task made join task t on t.institution_id = made.institution_id and t.task_id = made.task_id
    where made.incident_id = ${sent.incidentId}::uuid and made.task_id = ${sent.workId}::uuid order by t.institution_id`.execute(
    queries,
  );
  return {
    institutionIds: rows.map((row) => row.institution_id),
    isSame: rows.every((row) => row.same),
  };
}
