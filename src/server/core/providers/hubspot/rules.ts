import { addDays, type Day, dayIn } from '#shared/core/dates.ts';

/** Share of the daily calls, 0–1, after which no call is made until the next day. */
const mostOfDay = 0.9;

const second = 1000;

/** Token bucket: maximum burst of calls, and calls per second after the burst. */
export interface TokenBucket {
  size: number;
  perSecond: number;
}

const tenSeconds = 10_000;
/**
 * Shares of the calls that HubSpot allows in ten seconds. `size` (0–1) is the share for a burst.
 * `perSecondPercent` is the share for each second after the burst. A burst and ten more seconds use
 * at most 96% of the allowed calls. For example, with 190 allowed calls, the burst has 30 calls,
 * followed by about 15 calls per second.
 */
const shares = { size: 3 / 19, perSecondPercent: 8 };
/** Maximum number of times that a wait is doubled. */
const mostDoublings = 5;

/**
 * Returns the bucket for the limits in HubSpot's headers; `undefined` when the headers are missing
 * or invalid.
 */
export function tokenBucketForLimits(
  allowed: string | undefined,
  milliseconds: string | undefined,
): TokenBucket | undefined {
  const inTenSeconds = (Number(allowed) * tenSeconds) / Number(milliseconds);
  if (!Number.isFinite(inTenSeconds) || inTenSeconds <= 0) return undefined;
  return {
    size: Math.max(1, Math.floor(inTenSeconds * shares.size)),
    perSecond: (inTenSeconds * shares.perSecondPercent) / 100,
  };
}

/**
 * Returns the wait before the next attempt in milliseconds, with jitter. Uses the wait that HubSpot
 * requests, if any. Otherwise waits 10 s after HubSpot's ten-second limit and 1 s after another
 * rate limit. After any other error, the wait doubles with each attempt up to a maximum.
 */
export function retryDelay(
  {
    status,
    retryAfter,
    policy,
  }: { status: number; retryAfter: string | undefined; policy: string | undefined },
  attempt: number,
  random: number,
): number {
  const jitter = 1 + random / 4;
  const requestedSeconds = Number(retryAfter);
  if (retryAfter !== undefined && requestedSeconds > 0) return requestedSeconds * second * jitter;
  if (status === 429) return (policy === 'TEN_SECONDLY_ROLLING' ? 10 : 1) * second * jitter;
  return 2 ** Math.min(attempt, mostDoublings) * second * jitter;
}

/**
 * Returns `true` when an answer's headers show that the daily calls are nearly used up; `false`
 * without these headers.
 */
export function isDailyQuotaUsedUp(
  allowed: string | undefined,
  remaining: string | undefined,
): boolean {
  if (allowed === undefined || remaining === undefined) return false;
  return Number(allowed) > 0 && 1 - Number(remaining) / Number(allowed) >= mostOfDay;
}

/** Returns the start of the next day in a time zone, rounded to the minute. */
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

/** Number of consecutive failures before a pause, and duration of the pause in milliseconds. */
const breaker = { failures: 5, milliseconds: 30_000 };

/**
 * Circuit breaker for HubSpot calls. After five consecutive failures, no call is made for 30 s.
 * After the pause, a single failure starts the next pause.
 */
export class CircuitBreaker {
  #failures = 0;
  #failingSince: Date | null = null;
  #restsUntil: Date | null = null;

  /** Time of the first of the current consecutive failures; `null` when the last call succeeded. */
  get failingSince(): Date | null {
    return this.#failingSince;
  }

  restsUntil(now: Date): Date | null {
    return this.#restsUntil !== null && this.#restsUntil > now ? this.#restsUntil : null;
  }

  failed(now: Date): void {
    this.#failures += 1;
    this.#failingSince ??= now;
    if (this.#failures >= breaker.failures)
      this.#restsUntil = new Date(now.getTime() + breaker.milliseconds);
  }

  answered(): void {
    this.#failures = 0;
    this.#failingSince = null;
    this.#restsUntil = null;
  }
}
