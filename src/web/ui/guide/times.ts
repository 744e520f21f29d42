import { cronText, cronTimesOfDay, parseCron } from '#shared/core/jobs/schedule-text.ts';
import type { GuideSettings } from './guide.ts';

const hoursInDay = 24;

export function findScheduleCron(
  { schedules }: Pick<GuideSettings, 'schedules'>,
  key: string,
): string {
  const found = schedules.find((schedule) => schedule.key === key);
  if (!found) throw new Error(`No schedule ${key}`);
  return found.cron;
}

/** Formats a schedule with the time zone: 'Sundays at 2 AM PST'. */
export const scheduleText = ({ zone }: Pick<GuideSettings, 'zone'>, cron: string): string =>
  /[AP]M$/.test(cronText(cron)) ? `${cronText(cron)} ${zone}` : cronText(cron);

/** Formats the period between the weekly close and the next usage refresh: '2 AM to 6 AM PST'. */
export function weekCloseToRefreshText(facts: GuideSettings): string {
  const closing = parseCron(findScheduleCron(facts, 'scores.official'));
  const usage = findScheduleCron(facts, 'usage.refresh');
  const [start = 0] = closing.hours;
  const { hours, minute } = parseCron(usage);
  const next =
    hours.find((hour) => hour + minute / 60 > start + closing.minute / 60) ??
    hours[0] ??
    hoursInDay;
  const [from] = cronTimesOfDay(findScheduleCron(facts, 'scores.official'));
  return `${from} to ${cronTimesOfDay(usage)[hours.indexOf(next)]} ${facts.zone}`;
}

/** Returns the short name of a time zone at an instant: 'PST'. */
export function formatTimeZoneAbbreviation(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
