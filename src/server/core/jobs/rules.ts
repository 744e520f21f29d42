import { Cron } from 'croner';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { keptDays } from '#shared/core/settings/desk-settings.ts';

/** What the ledger writes down for one time a schedule came due. */
export interface Decision {
  scheduledFor: Date;
  businessDate: Day;
  state: 'queued' | 'skipped';
  /** Why it is not run. */
  error: string | null;
}

/** Runs may be forgotten after so long, so nothing further back is decided. */
const historyMilliseconds = keptDays.runDays.least * 86_400_000;

/**
 * The next time a cron expression comes due strictly after an instant. A time that the spring clock change
 * leaves out comes due right after the change; one that the autumn change repeats comes due once.
 */
export function nextOccurrence(cron: string, timeZone: string, after: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after);
}

/** Every time a cron expression comes due after `after` and not after `until`, oldest first. */
export function occurrencesBetween(cron: string, timeZone: string, after: Date, until: Date): Date[] {
  const pattern = new Cron(cron, { timezone: timeZone, mode: '5-part' });
  const found: Date[] = [];
  for (let next = pattern.nextRun(after); next !== null && next <= until; next = pattern.nextRun(next)) found.push(next);
  return found;
}

/** What to do about everything a schedule missed or meets between two instants, oldest first. */
export function decide(schedule: Schedule, timeZone: string, decidedUntil: Date, now: Date): Decision[] {
  const after = new Date(Math.max(decidedUntil.getTime(), now.getTime() - historyMilliseconds));
  const due = occurrencesBetween(schedule.cron, timeZone, after, now);
  return due.map((scheduledFor, index) => {
    const reason = whyNot(schedule, now, scheduledFor, index === due.length - 1);
    const state = reason === null ? 'queued' : 'skipped';
    return { scheduledFor, businessDate: dayIn(timeZone, scheduledFor), state, error: reason };
  });
}

/**
 * How far a schedule is decided for good: up to now, but not beyond the end (UTC) of the newest day of usage. What comes due
 * after that is looked at again, so that a clock that once ran ahead has not used up the times that are still to come.
 */
export function decidedUntil(now: Date, newestUsageDay: Day | null): Date {
  if (newestUsageDay === null) return now;
  return new Date(Math.min(now.getTime(), Date.parse(`${addDays(newestUsageDay, 1)}T00:00:00Z`)));
}

/** A tick that comes within this time is not a miss: servers look every few seconds and may be busy. */
const punctualMinutes = 5;

function whyNot(schedule: Schedule, now: Date, scheduledFor: Date, newest: boolean): string | null {
  const lateMinutes = (now.getTime() - scheduledFor.getTime()) / 60_000;
  if (schedule.maxLateMinutes !== null && lateMinutes > schedule.maxLateMinutes)
    return 'No server ran at its time, and it was too late after.';
  if (schedule.misfire === 'skip' && lateMinutes > punctualMinutes) return 'No server ran at its time.';
  if (schedule.misfire === 'latest' && !newest) return 'No server ran at its time; the newest missed run stands for it.';
  return null;
}
