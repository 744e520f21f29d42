import type { StoredSession } from './queries.ts';

/** Milliseconds for which a cached session is used without a query. */
const believed = 1_000;
const most = 10_000;

interface Entry {
  session: StoredSession;
  readAt: number;
}

/**
 * Cache of sessions that avoids a database query for each request. A session that this process ends
 * is removed at once. A session that another process ends, or whose user is disabled, is removed
 * within a second.
 */
export class SessionCache {
  #entries = new Map<string, Entry>();
  #underWay = new Map<string, Promise<StoredSession | undefined>>();
  #evictions = 0;

  get(sessionHash: string, now: Date): StoredSession | undefined {
    const entry = this.#entries.get(sessionHash);
    if (entry === undefined) return undefined;
    const age = now.getTime() - entry.readAt;
    return age >= 0 && age < believed ? entry.session : undefined;
  }

  /**
   * Returns a session from the cache or from `load`. Concurrent requests share one load. A session
   * that ends during its load is returned but not cached.
   */
  read(
    sessionHash: string,
    now: Date,
    load: () => Promise<StoredSession | undefined>,
  ): Promise<StoredSession | undefined> {
    const underWay = this.#underWay.get(sessionHash);
    if (underWay !== undefined) return underWay;
    const reading = this.#load(sessionHash, now, load).finally(() => {
      if (this.#underWay.get(sessionHash) === reading) this.#underWay.delete(sessionHash);
    });
    this.#underWay.set(sessionHash, reading);
    return reading;
  }

  async #load(
    sessionHash: string,
    now: Date,
    load: () => Promise<StoredSession | undefined>,
  ): Promise<StoredSession | undefined> {
    const evictions = this.#evictions;
    const session = await load();
    this.#entries.delete(sessionHash);
    if (session === undefined || evictions !== this.#evictions) return session;
    if (this.#entries.size >= most) this.#entries.clear();
    this.#entries.set(sessionHash, { session, readAt: now.getTime() });
    return session;
  }

  evict(sessionHash: string): void {
    this.#evictions += 1;
    this.#entries.delete(sessionHash);
    this.#underWay.delete(sessionHash);
  }
}
