import { addDays, type Day, dayIn } from '#shared/core/dates.ts';

/** From this share of the day's calls on, none is made until the next day. */
const mostOfDay = 0.9;

const second = 1000;

/** How long to wait before a refused or failed call is made again, in milliseconds: as HubSpot says, else by its policy, with jitter. */
export function waitBeforeAgain(
  { status, retryAfter, policy }: { status: number; retryAfter: string | undefined; policy: string | undefined },
  attempt: number,
  random: number,
): number {
  const jitter = 1 + random / 4;
  const told = Number(retryAfter);
  if (retryAfter !== undefined && told > 0) return told * second * jitter;
  if (status === 429) return (policy === 'TEN_SECONDLY_ROLLING' ? 10 : 1) * second * jitter;
  return 2 ** attempt * second * jitter;
}

/** Whether the calls of the day are as good as used up, by the headers of an answer; without them, false. */
export function isDayUsedUp(allowed: string | undefined, remaining: string | undefined): boolean {
  if (allowed === undefined || remaining === undefined) return false;
  return Number(allowed) > 0 && 1 - Number(remaining) / Number(allowed) >= mostOfDay;
}

/** The first instant of the next day of a time zone, exact to the minute. */
export function nextMidnight(timeZone: string, now: Date): Date {
  const tomorrow: Day = addDays(dayIn(timeZone, now), 1);
  const minute = 60 * second;
  let from = Math.floor(now.getTime() / minute);
  let to = from + 26 * 60;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (dayIn(timeZone, new Date(middle * minute)) >= tomorrow) to = middle;
    else from = middle;
  }
  return new Date(to * minute);
}
