import { Cron } from 'croner';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { jobRunRetention } from '#shared/core/jobs/job-settings-schema.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';

/** Decision on one occurrence of a schedule, for the ledger. */
export interface ScheduleOccurrenceDecision {
  scheduledFor: Date;
  businessDate: Day;
  state: 'queued' | 'skipped';
  /** Reason why the occurrence is skipped; `null` when it is queued. */
  error: string | null;
}

/**
 * Minimum age, in milliseconds, at which runs may be deleted. Older occurrences are ignored,
 * because their runs may be missing from the ledger.
 */
const historyMilliseconds = jobRunRetention.least * 86_400_000;

/**
 * Returns the next occurrence of a cron expression after the instant `after`. A time that the
 * spring clock change omits occurs right after the change. A time that the autumn change repeats
 * occurs once.
 */
export function nextOccurrence(cron: string, timeZone: string, after: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after);
}

/** Returns the occurrences of a cron expression after `after` and up to `until`, oldest first. */
export function occurrencesBetween(
  cron: string,
  timeZone: string,
  after: Date,
  until: Date,
): Date[] {
  const pattern = new Cron(cron, { timezone: timeZone, mode: '5-part' });
  const found: Date[] = [];
  for (
    let next = pattern.nextRun(after);
    next !== null && next <= until;
    next = pattern.nextRun(next)
  )
    found.push(next);
  return found;
}

/** Returns the decisions on all occurrences of a schedule between two instants, oldest first. */
export function decideScheduleOccurrences(
  schedule: Schedule,
  timeZone: string,
  decisionsFinalUntil: Date,
  now: Date,
): ScheduleOccurrenceDecision[] {
  const after = new Date(
    Math.max(decisionsFinalUntil.getTime(), now.getTime() - historyMilliseconds),
  );
  const due = occurrencesBetween(schedule.cron, timeZone, after, now);
  return due.map((scheduledFor, index) => {
    const reason = whyNot(schedule, now, scheduledFor, index === due.length - 1);
    const state = reason === null ? 'queued' : 'skipped';
    return { scheduledFor, businessDate: dayIn(timeZone, scheduledFor), state, error: reason };
  });
}

/**
 * Returns the time up to which occurrences are not checked again. It is `now`, or the end of the
 * newest day with usage (UTC) if that day ends earlier. Later occurrences are checked again, so
 * that a clock that ran ahead cannot cause an occurrence to be skipped.
 */
export function scheduleDecisionsFinalUntil(now: Date, newestUsageDay: Day | null): Date {
  if (newestUsageDay === null) return now;
  return new Date(Math.min(now.getTime(), Date.parse(`${addDays(newestUsageDay, 1)}T00:00:00Z`)));
}

/**
 * Minutes by which a run may be late without counting as missed. Servers check every few seconds
 * and may be busy.
 */
const punctualMinutes = 5;

function whyNot(schedule: Schedule, now: Date, scheduledFor: Date, newest: boolean): string | null {
  const lateMinutes = (now.getTime() - scheduledFor.getTime()) / 60_000;
  if (schedule.maxLateMinutes !== null && lateMinutes > schedule.maxLateMinutes)
    return 'No server was running at the scheduled time, and it is too late to catch up.';
  if (schedule.misfire === 'skip' && lateMinutes > punctualMinutes)
    return 'No server was running at the scheduled time.';
  if (schedule.misfire === 'latest' && !newest)
    return 'No server was running at the scheduled time. The job runs once to catch up on all missed runs.';
  return null;
}
