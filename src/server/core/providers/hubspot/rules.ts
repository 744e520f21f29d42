import { addDays, type Day, dayIn } from '#shared/core/dates.ts';

/** From this share of the day's calls on, none is made until the next day. */
const mostOfDay = 0.9;

const second = 1000;

/** So many calls at once at most, and so many a second after them. */
export interface Bucket {
  size: number;
  perSecond: number;
}

const tenSeconds = 10_000;
/** Together 96 of 100 calls that HubSpot allows in ten seconds: of 190, 30 at once and 15 a second. */
const shares = { size: 3 / 19, perSecondPercent: 8 };
/** No wait doubles beyond it. */
const mostDoublings = 5;

/** The bucket for what HubSpot says that it allows; undefined where it says nothing of use. */
export function bucketFor(allowed: string | undefined, milliseconds: string | undefined): Bucket | undefined {
  const inTenSeconds = (Number(allowed) * tenSeconds) / Number(milliseconds);
  if (!Number.isFinite(inTenSeconds) || inTenSeconds <= 0) return undefined;
  return { size: Math.max(1, Math.floor(inTenSeconds * shares.size)), perSecond: (inTenSeconds * shares.perSecondPercent) / 100 };
}

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
  return 2 ** Math.min(attempt, mostDoublings) * second * jitter;
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

/** Calls that failed in a row until nobody asks for a while, and for how long. */
const breaker = { failures: 5, milliseconds: 30_000 };

/** Counts what went wrong in a row. After five failures nothing is asked for 30 s; then one more failure is enough. */
export class Breaker {
  #failures = 0;
  #failingSince: Date | null = null;
  #restsUntil: Date | null = null;

  /** When the first of the failures was that go on until now. */
  get failingSince(): Date | null {
    return this.#failingSince;
  }

  restsUntil(now: Date): Date | null {
    return this.#restsUntil !== null && this.#restsUntil > now ? this.#restsUntil : null;
  }

  failed(now: Date): void {
    this.#failures += 1;
    this.#failingSince ??= now;
    if (this.#failures >= breaker.failures) this.#restsUntil = new Date(now.getTime() + breaker.milliseconds);
  }

  answered(): void {
    this.#failures = 0;
    this.#failingSince = null;
    this.#restsUntil = null;
  }
}
