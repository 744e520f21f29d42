import type { FastifyRateLimitStore } from '@fastify/rate-limit';

interface Window {
  count: number;
  /** By `performance.now()`. */
  endsAt: number;
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

  incr(key: string, answer: Answer, milliseconds: number): void {
    const now = performance.now();
    const running = this.#running(key, now) ?? { count: 0, endsAt: now + milliseconds };
    const window = { ...running, count: running.count + 1 };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostKeys && oldest !== undefined) this.#windows.delete(oldest);
    answer(null, { current: window.count, ttl: window.endsAt - now });
  }

  /** The same without counting. */
  read(key: string, answer: Answer): void {
    const now = performance.now();
    const running = this.#running(key, now);
    answer(null, { current: running?.count ?? 0, ttl: running === undefined ? 0 : running.endsAt - now });
  }

  /** Each limit has windows of its own. */
  child(): RateWindows {
    return new RateWindows();
  }

  #running(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }
}
