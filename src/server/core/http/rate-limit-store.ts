import type { FastifyRateLimitStore } from '@fastify/rate-limit';

interface Window {
  count: number;
  /** End of the window, as a value of `performance.now()`. */
  endsAt: number;
  /** Part of `count` that this server has not yet reported to other servers. */
  unreported: number;
  /** `true` when the window was read since its hits were last exchanged with other servers. */
  wasRead: boolean;
}

/** Hits in the window of one key that are not yet reported. */
export interface UnreportedHits {
  key: string;
  hits: number;
  millisecondsLeft: number;
}

type Answer = (error: null, result: { current: number; ttl: number }) => void;

/** Maximum number of keys. Beyond it, the oldest keys are dropped. */
const mostKeys = 10_000;

/**
 * Counters for rate limits. The plugin's own store measures its windows by the machine's clock.
 * When a clock that ran ahead is set back, those windows last too long. This class uses a monotonic
 * clock instead.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();
  readonly #all: RateLimitStore[];

  /**
   * Adds this object to `all`, the list of all rate limits of a server. The index in this list
   * identifies the limit in the database, so all servers must create their limits in the same
   * order.
   */
  constructor(all: RateLimitStore[] = []) {
    this.#all = all;
    all.push(this);
  }

  incr(key: string, answer: Answer, milliseconds: number): void {
    const window = this.#opened(key, milliseconds);
    // The first hit starts a window; a read does not.
    if (window.count === 0) window.endsAt = performance.now() + milliseconds;
    window.count += 1;
    window.unreported += 1;
    answer(null, { current: window.count, ttl: window.endsAt - performance.now() });
  }

  /** Reads a window without counting a hit. */
  read(key: string, answer: Answer, milliseconds = 0): void {
    const window = this.#opened(key, milliseconds);
    window.wasRead = true;
    answer(null, {
      current: window.count,
      ttl: window.count === 0 ? 0 : window.endsAt - performance.now(),
    });
  }

  /** Creates separate windows for another limit. */
  child(): RateLimitStore {
    return new RateLimitStore(this.#all);
  }

  /**
   * Returns the windows that have new hits or were read, for the exchange with other servers. Marks
   * the hits of these windows as reported.
   */
  takeUnreported(): UnreportedHits[] {
    const now = performance.now();
    const reported: UnreportedHits[] = [];
    for (const [key, window] of this.#windows) {
      if ((window.unreported === 0 && !window.wasRead) || window.endsAt <= now) continue;
      reported.push({ key, hits: window.unreported, millisecondsLeft: window.endsAt - now });
      window.unreported = 0;
      window.wasRead = false;
    }
    return reported;
  }

  /**
   * Adds hits back to a window after their report failed. The next exchange reports these hits
   * again.
   */
  giveBack(key: string, hits: number): void {
    const window = this.#windows.get(key);
    if (window !== undefined) window.unreported += hits;
  }

  /** Sets a window to the totals of all servers. */
  learn(key: string, { hits, millisecondsLeft }: Omit<UnreportedHits, 'key'>): void {
    const window = this.#windows.get(key);
    if (window === undefined) return;
    window.count = hits + window.unreported;
    window.endsAt = performance.now() + millisecondsLeft;
  }

  /** Returns the current window of a key and makes it the most recently used. */
  #opened(key: string, milliseconds: number): Window {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window =
      known !== undefined && known.endsAt > now
        ? known
        : { count: 0, endsAt: now + milliseconds, unreported: 0, wasRead: false };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostKeys && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}

/**
 * Returns the store class for the rate-limit plugin, which passes its own arguments to the
 * constructor.
 */
export const createRateLimitStoreClass = (all: RateLimitStore[]) =>
  class extends RateLimitStore {
    constructor() {
      super(all);
    }
  };
