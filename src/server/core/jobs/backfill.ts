import { addDays, type Day, daysBetween, weekEndOf, weekStartOf } from '#shared/core/dates.ts';
import {
  type BackfillGranularity,
  type DayRange,
  maxBackfillDays,
} from '#shared/core/jobs/job-runs.ts';
import { countText } from '#shared/core/words.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Job, JobContext } from './job.ts';
import type { RunRow } from './queries.ts';

export const findRunBackfillRange = ({
  arguments: { from, to },
}: Pick<RunRow, 'arguments'>): DayRange | null =>
  from === undefined || to === undefined ? null : { from, to };

/**
 * Returns the reason why a job cannot run for a range of days; `null` when it can. `today` is the
 * current business day.
 */
export function backfillProblem(
  job: Pick<Job, 'name' | 'backfill'>,
  { from, to }: DayRange,
  today: Day,
): string | null {
  if (job.backfill === undefined)
    return `${job.name} uses current data and cannot run for past days.`;
  if (from > to) return 'range: from must not be after to';
  if (to > today) return 'range: to is in the future';
  if (daysBetween(from, to) >= maxBackfillDays)
    return `range: must be at most ${countText(maxBackfillDays, 'day')}`;
  return null;
}

/**
 * Returns the business dates of a backfill: every day, or the last day of each week in the range.
 */
export function backfillDates(step: BackfillGranularity, { from, to }: DayRange): Day[] {
  const dates: Day[] = [];
  if (step === 'day') for (let day = from; day <= to; day = addDays(day, 1)) dates.push(day);
  else
    for (let week = weekStartOf(from); week <= to; week = addDays(week, 7))
      dates.push(weekEndOf(week) < to ? weekEndOf(week) : to);
  return dates;
}

/** Returns the sums of the numeric results of several runs. */
export function sumRunResults(results: readonly Record<string, unknown>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const result of results)
    for (const [name, value] of Object.entries(result))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/**
 * Runs a job as its ledger row requests: once, or for each date of a backfill, oldest first. An
 * interrupted backfill starts again with its first date.
 */
export async function runRequestedJob(
  job: Job,
  row: Pick<RunRow, 'arguments'>,
  dependencies: Dependencies,
  context: JobContext,
): Promise<Record<string, unknown>> {
  const range = findRunBackfillRange(row);
  if (range === null || job.backfill === undefined) return job.run(dependencies, context);
  const dates = backfillDates(job.backfill, range);
  const results: Record<string, unknown>[] = [];
  for (const [index, businessDate] of dates.entries()) {
    context.signal.throwIfAborted();
    await context.progress(index, dates.length, businessDate);
    const progress = (_done: number, _total: number, note: string) =>
      context.progress(index, dates.length, `${businessDate}: ${note}`);
    results.push(await job.run(dependencies, { ...context, businessDate, progress }));
  }
  await context.progress(dates.length, dates.length, `${range.from} to ${range.to}`);
  return { ...sumRunResults(results), dates: dates.length };
}
