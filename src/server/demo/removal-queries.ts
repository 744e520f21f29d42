import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { findCustomerTables } from '#server/institutions/customer-tables-queries.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import type { Day } from '#shared/core/dates.ts';
import { demoIssuer } from './work/work-queries.ts';

const demoCustomers = sql`(select institution_id from institution where source = 'demo')`;

export async function hasDemoCustomers(queries: Queries): Promise<boolean> {
  const found = await queries
    .selectFrom('institution')
    .select('institution_id')
    .where('source', '=', 'demo')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes the demo's customers and their rows in all customer tables. Truncates these tables when
 * there are no other customers.
 */
export async function deleteDemoCustomers(transaction: Queries): Promise<void> {
  // The lock prevents new customers between the check for other customers and the truncation.
  await sql`lock table institution in access exclusive mode`.execute(transaction);
  const { rows } = await sql<{
    others: boolean;
  }>`select exists (select from institution where source <> 'demo') as others`.execute(transaction);
  const tables = await findCustomerTables(transaction);
  if (rows[0]?.others === false) {
    await sql`truncate ${sql.join([...tables, 'institution'].map((name) => sql.table(name)))}`.execute(
      transaction,
    );
    return;
  }
  for (const table of tables)
    await sql`delete from ${sql.table(table)} where institution_id in ${demoCustomers}`.execute(
      transaction,
    );
  await sql`delete from institution where source = 'demo'`.execute(transaction);
}

/**
 * Prevents jobs from starting until the transaction ends. Returns the name of an active job;
 * `undefined` without one.
 */
export async function blockJobStarts(transaction: Queries): Promise<string | undefined> {
  await sql`lock table job_run in share row exclusive mode`.execute(transaction);
  const running = await transaction
    .selectFrom('job_run')
    .select('job')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst();
  return running?.job;
}

/** Returns the source of an active import; `undefined` without one. */
export async function findActiveImportSource(
  queries: Queries,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ source: string }>`
    select source from import_run where state = 'running' and seen_at > ${now}::timestamptz - interval '10 minutes' limit 1`.execute(
    queries,
  );
  return rows[0]?.source;
}

export interface UserWorkCounts {
  notes: number;
  tasks: number;
  assignments: number;
  outcomes: number;
  events: number;
  prospects: number;
}

/**
 * Counts the work of signed-in users on the demo's customers and directory. `prospects` is the
 * number of prospects that the demo created.
 */
export async function countUserWork(queries: Queries, prospects: number): Promise<UserWorkCounts> {
  const people = sql`(select user_id from app_user where issuer <> ${demoIssuer})`;
  const { rows } = await sql<UserWorkCounts>`select
    (select count(*) from note where institution_id in ${demoCustomers} and author_id in ${people}) as notes,
    (select count(*) from task where institution_id in ${demoCustomers}
      and (created_by in ${people} or updated_by in ${people} or assignee_id in ${people})) as tasks,
    (select count(*) from risk_case where institution_id in ${demoCustomers}
      and (updated_by in ${people} or assignee_id in ${people} or snoozed_by in ${people})) as assignments,
    (select count(*) from risk_outcome where institution_id in ${demoCustomers} and decided_by in ${people}) as outcomes,
    (select count(*) from work_event where institution_id in ${demoCustomers} and actor_id in ${people}) as events,
    (select count(*) from prospect where prospect_id > ${prospects} and place_id like 'demo-%') as prospects`.execute(
    queries,
  );
  return rows[0] ?? { notes: 0, tasks: 0, assignments: 0, outcomes: 0, events: 0, prospects: 0 };
}

export async function findDemoCustomerNames(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('institution')
    .select('name')
    .where('source', '=', 'demo')
    .execute();
  return rows.map(({ name }) => name);
}

export const findSavedViewSearches = (queries: Queries) =>
  queries.selectFrom('saved_view').select(['saved_view_id', 'search']).execute();

export async function removeSavedViews(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await transaction.deleteFrom('saved_view').where('saved_view_id', 'in', ids).execute();
}

export interface WeekRemovalCounts {
  removed: number;
  left: number;
  first: Day | null;
}

/**
 * Deletes official weeks, and versions of weeks, that have no scores left, together with their
 * benchmarks. Also deletes the provisional scores.
 */
export async function removeEmptyWeeks(transaction: Queries): Promise<WeekRemovalCounts> {
  await sql`truncate benchmark_provisional, product_provisional, score_provisional`.execute(
    transaction,
  );
  await sql`update official_week w set institutions = (select count(*) from score_week s where s.week_start = w.week_start)`.execute(
    transaction,
  );
  const { numDeletedRows } = await transaction
    .deleteFrom('official_week')
    .where('institutions', '=', 0)
    .executeTakeFirstOrThrow();
  await sql`update week_version w set institutions =
    (select count(*) from score_version s where s.week_start = w.week_start and s.version = w.version)`.execute(
    transaction,
  );
  await transaction.deleteFrom('week_version').where('institutions', '=', 0).execute();
  await sql`delete from benchmark_version b where not exists (select from official_week w where w.week_start = b.week_start and w.version = b.version)
    and not exists (select from week_version w where w.week_start = b.week_start and w.version = b.version)`.execute(
    transaction,
  );
  const { left, first } = await transaction
    .selectFrom('official_week')
    .select((of) => [
      of.fn.countAll<number>().as('left'),
      of.fn.min<Day | null>('week_start').as('first'),
    ])
    .executeTakeFirstOrThrow();
  return { removed: Number(numDeletedRows), left, first };
}

/** SQL for the ids of the demo's users. */
export const demoUserIdsSql = sql`(select user_id from app_user where issuer = ${demoIssuer})`;

export const removeArticles = (transaction: Queries, ids: readonly number[]) =>
  transaction.deleteFrom('article').where('article_id', 'in', ids).execute();

/** Deletes the demo's users. Users with work on other customers are kept and disabled. */
export async function removeDemoUsers(transaction: Queries): Promise<void> {
  await sql`delete from app_user u where issuer = ${demoIssuer}
    and not exists (select from alert_rule_version where changed_by = u.user_id)
    and not exists (select from task where assignee_id = u.user_id) and not exists (select from risk_case where assignee_id = u.user_id)
    and not exists (select from prospect_task where assignee_id = u.user_id)
    and not exists (select from playbook_version where changed_by = u.user_id)
    and not exists (select from ticket_campaign where u.user_id in (made_by, undone_by))`.execute(
    transaction,
  );
  await sql`update app_user set status = 'disabled' where issuer = ${demoIssuer}`.execute(
    transaction,
  );
}

export const deleteDemoRow = (transaction: Queries) =>
  transaction.deleteFrom('demo_world').execute();

/**
 * Invalidates the lists that servers cache. A truncation does not fire the triggers that usually do
 * this.
 */
export async function invalidateCachedLists(transaction: Queries): Promise<void> {
  await invalidatePracticeList(transaction);
  await sql`update list_version set version = version + 1`.execute(transaction);
}
