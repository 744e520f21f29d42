import type { DatabaseState } from './database.ts';

const oftenestMs = 1_000;

/** Tracks when a database last answered and how long it has been silent. */
export class DatabaseLivenessTracker {
  #answeredAt = performance.now();
  #silentSince: number | undefined;
  #distrustedBefore = Number.NEGATIVE_INFINITY;
  #newest: { at: number; state: Promise<DatabaseState> } | undefined;

  answered(): void {
    this.#answeredAt = performance.now();
    this.#silentSince = undefined;
  }

  silent(): void {
    this.#silentSince ??= performance.now();
  }

  /**
   * Stops trusting connections that have not answered since `from`. Called after a connection timed
   * out, because a firewall drops all idle connections at the same time. The next query then does
   * not wait for another dead connection.
   */
  distrustBefore(from: number): void {
    this.#distrustedBefore = Math.max(this.#distrustedBefore, from);
  }

  trusts(answeredAt: number): boolean {
    return answeredAt >= this.#distrustedBefore;
  }

  hasAnsweredSince(at: number): boolean {
    return this.#answeredAt >= at;
  }

  /**
   * Returns the result of `ask`. `ask` runs at most once a second, and all callers share its
   * result.
   */
  check(ask: () => Promise<DatabaseState['status']>): Promise<DatabaseState> {
    const now = performance.now();
    if (this.#newest === undefined || now - this.#newest.at >= oftenestMs)
      this.#newest = { at: now, state: this.#look(ask) };
    return this.#newest.state;
  }

  async #look(ask: () => Promise<DatabaseState['status']>): Promise<DatabaseState> {
    const status = await ask();
    if (status !== 'ok') this.silent();
    const now = performance.now();
    return {
      status,
      sinceMs: now - (this.#silentSince ?? now),
      answeredMs: now - this.#answeredAt,
    };
  }
}
