import type { FastifyRateLimitStore } from '@fastify/rate-limit';

interface Window {
  count: number;
  /** By `performance.now()`. */
  endsAt: number;
  /** Those of the count that other servers have not been told of. */
  untold: number;
  /** Whether somebody looked since they were last asked. */
  isAsked: boolean;
}

/** What one key's window holds that other servers do not know. */
export interface Untold {
  key: string;
  hits: number;
  millisecondsLeft: number;
}

type Answer = (error: null, result: { current: number; ttl: number }) => void;

/** How many keys are remembered, those that came last. */
const mostKeys = 10_000;

/**
 * What rate limits count in, in place of the plugin's own store, whose windows begin by the machine's clock: after a clock that was
 * ahead is set back, those would not end for as long as it was ahead.
 */
export class RateWindows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();
  readonly #all: RateWindows[];

  /** `all` are those of one server, in the order in which its limits were made, which is the same in all web processes. */
  constructor(all: RateWindows[] = []) {
    this.#all = all;
    all.push(this);
  }

  incr(key: string, answer: Answer, milliseconds: number): void {
    const window = this.#opened(key, milliseconds);
    // It begins with the first hit, not with a look.
    if (window.count === 0) window.endsAt = performance.now() + milliseconds;
    window.count += 1;
    window.untold += 1;
    answer(null, { current: window.count, ttl: window.endsAt - performance.now() });
  }

  /** The same without counting. */
  read(key: string, answer: Answer, milliseconds = 0): void {
    const window = this.#opened(key, milliseconds);
    window.isAsked = true;
    answer(null, { current: window.count, ttl: window.count === 0 ? 0 : window.endsAt - performance.now() });
  }

  /** Each limit has windows of its own. */
  child(): RateWindows {
    return new RateWindows(this.#all);
  }

  /** What the others are to be told or asked, once. */
  takeUntold(): Untold[] {
    const now = performance.now();
    const taken: Untold[] = [];
    for (const [key, window] of this.#windows) {
      if ((window.untold === 0 && !window.isAsked) || window.endsAt <= now) continue;
      taken.push({ key, hits: window.untold, millisecondsLeft: window.endsAt - now });
      window.untold = 0;
      window.isAsked = false;
    }
    return taken;
  }

  /** Hits that could not be told are told the next time. */
  giveBack(key: string, hits: number): void {
    const window = this.#windows.get(key);
    if (window !== undefined) window.untold += hits;
  }

  /** What all servers together have counted. */
  learn(key: string, { hits, millisecondsLeft }: Omit<Untold, 'key'>): void {
    const window = this.#windows.get(key);
    if (window === undefined) return;
    window.count = hits + window.untold;
    window.endsAt = performance.now() + millisecondsLeft;
  }

  /** The running window of a key, made the newest of all. */
  #opened(key: string, milliseconds: number): Window {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + milliseconds, untold: 0, isAsked: false };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostKeys && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}

/** As the plugin makes it, which gives it settings of its own. */
export const rateWindowsAmong = (all: RateWindows[]) =>
  class extends RateWindows {
    constructor() {
      super(all);
    }
  };
