import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { Database, Queries } from '#server/core/db/database.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { simulateFollowingWeeks } from './living.ts';
import {
  deleteUsageAndScoresBefore,
  findDemoCustomerNamesFrom,
  findStoredDemoParameters,
  lockDemo,
  saveFirstMissingDemoDay,
  writeChangedRows,
  writeConnectionReports,
  writeUsageRows,
} from './living-queries.ts';
import { createDemoCalendar, type DemoCalendar } from './world/calendar.ts';
import { generateUsageOfDays, lastReportsInWeek } from './world/new-usage.ts';
import { changingTablePrimaryKeys, type EndOfDayRow } from './world/rows.ts';
import { computeFirstDailyUsageWeek, type UsageSimulationInput } from './world/usage.ts';
import { createDemoWorldStepwise, type DemoWorld } from './world/world.ts';

export interface DemoGrowthOptions {
  onProgress?: (done: number, total: number, note: string) => Promise<void> | void;
  signal?: AbortSignal;
}

/** Thrown when the demo cannot be continued. The message is shown to users. */
export class DemoGrowthRefused extends Error {}

/**
 * Maximum number of missing days. A larger number means that the clock is probably wrong. The
 * demo's data must not be deleted because of a wrong clock.
 */
const longestAbsenceDays = 400;

/**
 * Adds the missing days up to `today` (excluded) to the demo and deletes data past its retention
 * period. Returns the number of added days. Does nothing without a demo, or when the database also
 * has practices that are not part of the demo. Throws `DemoGrowthRefused`.
 *
 * Simulates the demo's customers again from the first day, so that a day's data does not depend on
 * when the day is added. Writes each week in several short transactions. The last transaction
 * writes the week's connection reports. A week without these reports is not closed, so an
 * interrupted run can be repeated.
 */
export async function addMissingDemoDays(
  database: Database,
  today: Day,
  { onProgress = () => {}, signal }: DemoGrowthOptions = {},
): Promise<number> {
  const demo = await findStoredDemoParameters(database.background);
  if (demo === undefined || demo.laidUntil >= today) return 0;
  if (daysBetween(demo.laidUntil, today) > longestAbsenceDays)
    throw new DemoGrowthRefused(
      `The demo ends on ${addDays(demo.laidUntil, -1)}, more than a year ago by this machine's clock, so it is not continued. Correct the clock, or remove the demo ("npm run demo -- --remove") and start again.`,
    );
  const world = await inSlices(createDemoWorldStepwise({ ...demo, today: demo.firstDay }));
  if (!(await isLaid(database.background, world, demo.firstInstitutionId)))
    throw new DemoGrowthRefused(
      'The demo in this database was made by another version, so it is not continued.',
    );

  const first = world.calendar;
  const until = first.indexOf(today);
  const calendar = createDemoCalendar(today, Math.floor(until / 7));
  const oldestWeek = calendar.officialWeeks - first.officialWeeks;
  const days = computeFirstDailyUsageWeek(calendar);
  const dayOf = (week: number) => calendar.dayAt(week * 7);
  // The score of an official week uses the usage of the three preceding weeks.
  await deleteUsageAndScoresBefore(database.background, {
    days: dayOf(days),
    usage: dayOf(oldestWeek),
    scores: dayOf(oldestWeek + 3),
  });

  const begun = first.indexOf(demo.laidUntil);
  let laid = begun;
  let pending: EndOfDayRow[] = [];
  const living = simulateFollowingWeeks(world);
  for (let week = first.officialWeeks; laid < until; week++) {
    signal?.throwIfAborted();
    await letOthersWork();
    const to = Math.min(until, week * 7 + 7);
    pending.push(...living.next().value);
    const due = pending.filter(({ day }) => day >= laid && day < to);
    pending = pending.filter(({ day }) => day >= to);
    if (to <= laid) continue;
    const source = { calendar, seed: world.seed, customers: world.institutions };
    const stretch = {
      week,
      from: laid,
      to,
      changes: lastOfEach(due),
      hasUsage: week >= oldestWeek,
      hasDays: week >= days,
    };
    if (!(await layStretch(database.background, source, first, stretch))) break;
    laid = to;
    await onProgress(laid - begun, until - begun, calendar.dayAt(laid - 1));
  }
  return laid - begun;
}

/** Consecutive days of one week whose data is written together. */
interface Stretch {
  week: number;
  /** Number of the first day (`from`) and of the day after the last (`to`). */
  from: number;
  to: number;
  changes: readonly EndOfDayRow[];
  /**
   * `hasUsage` is `true` when the usage of the week is stored; `hasDays` when its daily usage is
   * stored too.
   */
  hasUsage: boolean;
  hasDays: boolean;
}

/** Number of customers written in one transaction. */
const customersAtOnce = 40;

/**
 * Writes the usage of consecutive days. Returns `false` when another process has written the usage
 * or the demo was removed.
 */
async function layStretch(
  queries: Queries,
  source: UsageSimulationInput,
  first: DemoCalendar,
  stretch: Stretch,
): Promise<boolean> {
  const { calendar, customers } = source;
  const { week, from, to } = stretch;
  const inTurn = (work: (transaction: Queries) => Promise<unknown>) =>
    queries.transaction().execute(async (transaction) => {
      const isOurs = await lockDemo(transaction, calendar.dayAt(from));
      if (isOurs) await work(transaction);
      return isOurs;
    });

  if (!(await inTurn((transaction) => writeChangedRows(transaction, stretch.changes))))
    return false;
  for (let start = 0; stretch.hasUsage && start < customers.length; start += customersAtOnce) {
    const part = { ...source, customers: customers.slice(start, start + customersAtOnce) };
    const usage = generateUsageOfDays(part, first, week, from, to);
    const written = await inTurn(async (transaction) => {
      if (stretch.hasDays) await writeUsageRows(transaction, 'usage_daily', usage.days);
      await writeUsageRows(transaction, 'usage_week', usage.weeks);
    });
    if (!written) return false;
  }
  return inTurn(async (transaction) => {
    if (stretch.hasUsage)
      await writeConnectionReports(
        transaction,
        calendar.dayAt(week * 7),
        lastReportsInWeek(source, week, to),
      );
    await saveFirstMissingDemoDay(transaction, calendar.dayAt(to));
    if (stretch.changes.length > 0) await invalidatePracticeList(transaction);
  });
}

/** Returns `true` when the database has exactly the customers of the world. */
async function isLaid(
  queries: Queries,
  { institutions }: DemoWorld,
  firstId: number,
): Promise<boolean> {
  const names = await findDemoCustomerNamesFrom(queries, firstId, institutions.length);
  return (
    names.length === institutions.length &&
    institutions.every(({ name }, index) => names[index] === null || name === names[index])
  );
}

function lastOfEach(changes: readonly EndOfDayRow[]): EndOfDayRow[] {
  const last = new Map<string, EndOfDayRow>();
  for (const change of changes.toSorted((left, right) => left.day - right.day)) {
    const row: Record<string, unknown> = change.row;
    last.set(
      [change.table, ...changingTablePrimaryKeys[change.table].map((key) => row[key])].join(),
      change,
    );
  }
  return [...last.values()];
}

/** Runs a long computation in slices. Requests are answered between two slices. */
async function inSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 10) {
      const step = work.next();
      if (step.done) return step.value;
    }
    await letOthersWork();
  }
}
