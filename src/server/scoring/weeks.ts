import type { Clock } from '#server/core/clock/clock.ts';
import { startupBatchDurationTargetMs } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { addDays, type Day, dayIn, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import { type CurrentRules, readCurrentRules } from './rules-queries.ts';
import { scoreWeekInPieces } from './score-pieces.ts';
import { officialTablesOfVersion } from './score-sql.ts';
import { type ScoringLease, withScoringLease } from './scoring-lease-queries.ts';
import {
  analyzeScoringTables,
  deleteWeekVersion,
  findFirstOpenWeek,
  findNewestWeek,
  findNextVersionOfWeek,
  findOfficialWeek,
  firstWeekWithCustomers,
  type MissingScoreDataKind,
  newestReportedDay,
  type OfficialWeek,
  officialWeekUsageSql,
  publishWeek,
} from './week-queries.ts';

/**
 * Thrown for a week that cannot be closed now. Either it is older than the last closed week, or an
 * earlier open week has customers.
 */
export class WeekOutOfOrder extends Error {}

const missingInWords = {
  practices: 'there are no practices yet',
  entitlements: 'there are no product entitlements yet',
  usage: 'there are no usage figures yet',
} as const;

/** Thrown when scoring is requested but data that scores need is missing. */
export class NothingToScore extends CannotContinueError {
  constructor(missing: MissingScoreDataKind) {
    super(
      `Can’t compute scores: ${missingInWords[missing]}. Import them first: npm run import -- ${missing} FILE.csv`,
    );
  }
}

/** Reports `done` of `total` weeks with a note on the last week. */
export type ReportScoringProgress = (
  done: number,
  total: number,
  note: string,
) => Promise<void> | void;

/**
 * Returns the last week with complete usage; `null` without usage. The usage of a week is complete
 * once a connection has reported its Saturday or a later day.
 */
export async function lastWeekWithUsage(database: Queries, businessDate: Day): Promise<Day | null> {
  const newest = await newestReportedDay(database, businessDate);
  // A report for a Saturday completes its week. The day after the newest report is therefore in the
  // first incomplete week.
  return newest === null ? null : addDays(weekStartOf(addDays(newest, 1)), -7);
}

/**
 * Closes all complete open weeks with usage, oldest first. Returns the number of closed weeks. A
 * week without customers is skipped and never becomes official.
 */
export async function closeCompleteWeeks(
  database: Queries,
  businessDate: Day,
  clock: Clock,
  onProgress: ReportScoringProgress = () => {},
  { signal, pieceMs }: { signal?: AbortSignal; pieceMs?: number } = {},
): Promise<{ weeks: number; lastWeek: Day | null }> {
  const version = await readCurrentRules(database, clock());
  const last = await lastWeekWithUsage(database, businessDate);
  const first = await findFirstOpenWeek(database);
  const weeks: Day[] = [];
  for (let week = first; week !== null && last !== null && week <= last; week = addDays(week, 7))
    weeks.push(week);
  // After an import, the tables may have no statistics for the query planner yet. The embedded
  // database does not gather statistics automatically.
  if (weeks.length > 1) await analyzeScoringTables(database);
  let closed = 0;
  let lastWeek: Day | null = null;
  for (const [index, week] of weeks.entries()) {
    signal?.throwIfAborted();
    const outcome = await closeOfficialWeek(database, week, version, clock, pieceMs);
    if (outcome !== 'no customers') lastWeek = week;
    if (outcome !== 'no customers' && outcome !== 'already closed') closed += 1;
    await onProgress(index + 1, weeks.length, `week of ${week}`);
  }
  return { weeks: closed, lastWeek };
}

/**
 * Scores all imported weeks up to the last complete business week. Uses long transactions, because
 * no requests are waiting.
 */
export function scorePastWeeks(
  database: Queries,
  clock: Clock,
  onProgress: ReportScoringProgress = () => {},
  timeZone = 'America/Los_Angeles',
) {
  return closeCompleteWeeks(database, dayIn(timeZone, clock()), clock, onProgress, {
    pieceMs: startupBatchDurationTargetMs,
  });
}

/**
 * Scores and saves a week. A closed week stays unchanged. When two processes close the same week,
 * the second finds it closed. Throws `WeekOutOfOrder` when a later week is closed or an earlier
 * open week has customers.
 */
export async function closeOfficialWeek(
  database: Queries,
  week: Day,
  rules: CurrentRules,
  clock: Clock,
  pieceMs?: number,
): Promise<{ institutions: number } | 'already closed' | 'no customers'> {
  return withScoringLease(
    database,
    async (lease) => {
      if ((await findOfficialWeek(database, week)) !== null) return 'already closed';
      const newest = await findNewestWeek(database);
      if (newest !== null && newest.weekStart > week)
        throw new WeekOutOfOrder(
          `The week of ${week} can’t be closed, because the later week of ${newest.weekStart} is already closed.`,
        );
      const skipped =
        newest === null
          ? null
          : await firstWeekWithCustomers(database, addDays(newest.weekStart, 7), addDays(week, -7));
      if (skipped !== null)
        throw new WeekOutOfOrder(
          `The week of ${skipped} has customers, so it must be closed before the week of ${week}.`,
        );
      // After weeks without customers, the previous week has no scores to compare with.
      const previous = newest?.weekStart === addDays(week, -7) ? newest : null;
      const { version, institutions } = await scoreWeekVersion(lease, database, {
        week,
        rules,
        previous,
      });
      if (institutions === 0) return 'no customers';
      await lease.transact((transaction) =>
        publishWeek(
          transaction,
          { week, version, rulesVersion: rules.id, institutions, reason: null },
          clock(),
        ),
      );
      return { institutions };
    },
    pieceMs,
  );
}

interface WeekToMake {
  week: Day;
  rules: CurrentRules;
  previous: OfficialWeek | null;
}

/**
 * Computes the next version of a week. The version is invisible until it becomes official. Returns
 * the version and the number of its institutions.
 */
export async function scoreWeekVersion(
  lease: ScoringLease,
  database: Queries,
  { week, rules, previous }: WeekToMake,
) {
  const version = await findNextVersionOfWeek(database, week);
  await deleteWeekVersion(lease.transact, week, version);
  const institutions = await scoreWeekInPieces(lease, {
    weekStart: week,
    asOfDay: weekEndOf(week),
    rules: rules.rules,
    rulesVersion: rules.id,
    previous: previous && { ...previous, tables: officialTablesOfVersion(previous.version) },
    figures: officialWeekUsageSql(week),
    into: officialTablesOfVersion(version),
    madeAt: undefined,
  });
  return { version, institutions };
}
