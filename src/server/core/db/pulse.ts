import type { DatabaseState } from './database.ts';

const oftenestMs = 1_000;

/** When a database last answered anybody, and since when it does not. */
export class Pulse {
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
   * A connection died in silence, and had not answered since `from`. Others that have not answered since then most likely died
   * with it: a firewall forgets them all, and the next user should not find that out once more.
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

  /** What `ask` finds, at most once a second however many want to know. */
  check(ask: () => Promise<DatabaseState['status']>): Promise<DatabaseState> {
    const now = performance.now();
    if (this.#newest === undefined || now - this.#newest.at >= oftenestMs) this.#newest = { at: now, state: this.#look(ask) };
    return this.#newest.state;
  }

  async #look(ask: () => Promise<DatabaseState['status']>): Promise<DatabaseState> {
    const status = await ask();
    if (status !== 'ok') this.silent();
    const now = performance.now();
    return { status, sinceMs: now - (this.#silentSince ?? now), answeredMs: now - this.#answeredAt };
  }
}
