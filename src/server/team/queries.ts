import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import { findEnabledPeople } from '#server/work/people-queries.ts';
import { isRemainingSql } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { formatInactiveOwnerName } from '#shared/core/provider-answers.ts';

export interface TaskLoad {
  user_id: string;
  open: number;
  overdue: number;
  oldest_days: number | null;
}

export async function countTasksByAssignee(
  queries: Queries,
  today: Day,
): Promise<Map<string, TaskLoad>> {
  const { rows } = await sql<TaskLoad>`
    select assignee_id as user_id, count(*)::integer as open, count(*) filter (where due_on < ${today}::date)::integer as overdue,
      max(${today}::date - due_on) filter (where due_on < ${today}::date) as oldest_days
    from task where status = 'open' and assignee_id is not null group by assignee_id`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** SQL condition that the row `w` of `prospect_work` is neither won nor lost nor merged. */
export const isUnclosedProspectSql = sql<boolean>`w.stage not in ('Won', 'Lost') and ${isRemainingSql(sql`w.prospect_id`)}`;

export interface ProspectLoad {
  user_id: string;
  /** Number of owned prospects that are neither won nor lost nor merged. */
  prospects: number;
  /** Number of assigned open tasks for prospects. */
  tasks: number;
}

/** Returns the number of prospects and of open tasks for prospects of each user who has either. */
export async function countProspectWork(queries: Queries): Promise<Map<string, ProspectLoad>> {
  const { rows } = await sql<ProspectLoad>`
    select user_id, sum(prospects)::integer as prospects, sum(tasks)::integer as tasks from (
      select owner_id as user_id, 1 as prospects, 0 as tasks from prospect_work w
      where owner_id is not null and ${isUnclosedProspectSql}
      union all
      select assignee_id, 0, 1 from prospect_task where status = 'open' and assignee_id is not null
    ) work group by user_id`.execute(queries);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Counts the open tasks by due date; `null` for tasks without a due date. */
export async function countTasksByDueDate(
  queries: Queries,
): Promise<{ due_on: Day | null; tasks: number }[]> {
  const { rows } = await sql<{ due_on: Day | null; tasks: number }>`
    select due_on, count(*)::integer as tasks from task where status = 'open' group by due_on`.execute(
    queries,
  );
  return rows;
}

export interface OwnerWithNames {
  person: Person;
  /**
   * Names of the user in owner columns. For a disabled user, they include the name with the suffix
   * “(inactive)”.
   */
  ownerNames: readonly string[];
}

const namesOf = (name: string, isActive: boolean) =>
  isActive ? [name] : [name, formatInactiveOwnerName(name)];

/** Returns the enabled users, to whom work can be assigned. */
export async function findAssignableUsers(queries: Queries): Promise<OwnerWithNames[]> {
  return (await findEnabledPeople(queries)).map((person) => ({
    person,
    ownerNames: namesOf(person.name, true),
  }));
}

/** Returns the disabled users, to whom no work can be assigned. */
export async function findDisabledUsers(queries: Queries): Promise<OwnerWithNames[]> {
  const people = await queries
    .selectFrom('app_user as u')
    .innerJoin('person', 'person.user_id', 'u.user_id')
    .select(['person.user_id as id', 'person.name'])
    .where('u.status', '<>', 'active')
    .orderBy('person.name')
    .execute();
  return people.map((person) => ({ person, ownerNames: namesOf(person.name, false) }));
}

export interface OpenTask {
  institutionId: number;
  institutionName: string;
  taskId: string;
  title: string;
  personName: string | null;
  dueOn: Day | null;
  createdOn: Day;
  isSnoozed: boolean;
}

/**
 * Returns the open tasks of the given institutions, most overdue first; `null` returns the tasks of
 * all institutions.
 */
export async function findOpenTasks(
  queries: Queries,
  institutionIds: readonly number[] | null,
  today: Day,
  timeZone: string,
): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    select t.institution_id as "institutionId", i.name as "institutionName", t.task_id as "taskId", t.title, p.name as "personName",
      t.due_on as "dueOn", (t.created_at at time zone ${timeZone})::date as "createdOn", coalesce(t.snoozed_until > ${today}::date, false) as "isSnoozed"
    from task t join institution i using (institution_id) left join person p on p.user_id = t.assignee_id
    where t.status = 'open' and ${institutionIdsConditionSql('t.institution_id', institutionIds)} order by t.due_on nulls last, t.institution_id, t.task_id`.execute(
    queries,
  );
  return rows;
}

/** Returns the names of a user in owner columns; an empty array for an unknown user. */
export async function findOwnerNamesOfUser(queries: Queries, userId: string): Promise<string[]> {
  const found = await queries
    .selectFrom('app_user as u')
    .innerJoin('person', 'person.user_id', 'u.user_id')
    .select(['person.name', 'u.status'])
    .where('u.user_id', '=', userId)
    .executeTakeFirst();
  return found === undefined ? [] : namesOf(found.name, found.status === 'active');
}
