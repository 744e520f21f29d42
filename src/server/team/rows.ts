import type { Dependencies } from '#server/core/dependencies.ts';
import { createEqualArrayReuser, reuseLastResultPerObject } from '#server/core/last-result.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { readWorkCacheVersion } from '#server/work/event-queries.ts';
import { workListReaders } from '#server/work/lists.ts';
import { createWorkRowsReader } from '#server/work/work-rows.ts';
import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  getTeamTasks,
  getUntouched,
  type TeamTask,
  type UntouchedCustomerRow,
} from '#shared/team/rows.ts';
import { isUntouched } from '#shared/team/rules.ts';
import { classifyTaskByDueDate, countOverdueDays } from '#shared/team/task-age-groups.ts';
import type { InstitutionWorkSummary } from '#shared/work/tasks.ts';
import { findOpenTasks } from './queries.ts';

/** Orders tasks by due date, customer and id; tasks without a due date come last. */
const byDueDate = (one: TeamTask, other: TeamTask): number =>
  compareTexts(one.dueOn ?? '9999', other.dueOn ?? '9999') ||
  one.institutionId - other.institutionId ||
  compareTexts(one.taskId, other.taskId);

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

/** Returns the cached list of all open tasks, with their age as of today. */
export function createTeamTaskListReader({ database, clock, env }: Dependencies) {
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  async function find(institutionIds: readonly number[] | null) {
    const day = today();
    const tasks = await findOpenTasks(foreground, institutionIds, day, env.BUSINESS_TIME_ZONE);
    const rows = tasks.map((task) => ({
      ...task,
      age: classifyTaskByDueDate(task.dueOn, day),
      overdueDays: countOverdueDays(task.dueOn, day),
      openDays: daysBetween(task.createdOn, day),
    }));
    return getTeamTasks.response.parse({ rows }).rows;
  }
  const readRows = createWorkRowsReader({ queries: foreground, today, find, compare: byDueDate });
  return createVersionCheckedListReader(
    () => readWorkCacheVersion(foreground, today()),
    async () => ({ rows: await readRows() }),
  );
}

/**
 * Maximum age of the list in milliseconds. A customer becomes “not contacted” merely because time
 * passes.
 */
const freshMilliseconds = 600_000;

export type UntouchedListReader = ReturnType<typeof createUntouchedListReader>;

/**
 * Returns the cached list of customers without a recent touch, longest time without a touch first.
 */
export function createUntouchedListReader(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const dayOf = (at: Date) => dayIn(env.BUSINESS_TIME_ZONE, at);
  const customers = institutionListReader(dependencies);
  const workLists = workListReaders(dependencies);
  // Computes a row again only when the customer, its work or the day has changed.
  const toRow = reuseLastResultPerObject(
    (customer: ListedInstitution, summary: InstitutionWorkSummary | undefined, today: Day) => {
      const { institutionId, institutionName, ownerName, healthTier, adoptionScore, atRisk } =
        customer;
      const { lastTouchAt = null, openTasks = 0 } = summary ?? {};
      const lastTouchOn = lastTouchAt === null ? null : dayOf(new Date(lastTouchAt));
      return getUntouched.response.shape.rows.element.parse({
        institutionId,
        institutionName,
        ownerName,
        healthTier,
        adoptionScore,
        atRisk,
        openTasks,
        lastTouchOn,
        untouchedDays: lastTouchOn === null ? null : daysBetween(lastTouchOn, today),
      });
    },
  );
  const reuseRows = createEqualArrayReuser<UntouchedCustomerRow>();
  async function build() {
    const now = clock();
    const today = dayOf(now);
    const { summaries } = await workLists.byCustomer();
    const rows = (await customers()).answer.rows.flatMap((customer) => {
      const summary = summaries.get(customer.institutionId);
      return isUntouched(summary?.lastTouchAt ?? null, now)
        ? [toRow(customer, summary, today)]
        : [];
    });
    return { rows: reuseRows(rows) };
  }
  const readVersion = async () => {
    const now = clock();
    const work = await readWorkCacheVersion(foreground, dayOf(now));
    return `${Math.floor(now.getTime() / freshMilliseconds)} ${(await customers()).id} ${work}`;
  };
  return createVersionCheckedListReader(readVersion, build);
}
