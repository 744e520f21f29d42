import type { StoredSession } from './queries.ts';

/** Milliseconds for which a session is believed without asking the database again. */
const believed = 1_000;
const most = 10_000;

interface Entry {
  session: StoredSession;
  readAt: number;
}

/**
 * Spares the database one query per request. A session that is ended in this process is gone from here at
 * once; one that another process ended, or whose person was disabled, is noticed within a second.
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

  /** Reads through `load`, once for all who ask at the same time. What was read while a session was being ended is used, not kept. */
  read(sessionHash: string, now: Date, load: () => Promise<StoredSession | undefined>): Promise<StoredSession | undefined> {
    const underWay = this.#underWay.get(sessionHash);
    if (underWay !== undefined) return underWay;
    const reading = this.#load(sessionHash, now, load).finally(() => {
      if (this.#underWay.get(sessionHash) === reading) this.#underWay.delete(sessionHash);
    });
    this.#underWay.set(sessionHash, reading);
    return reading;
  }

  async #load(sessionHash: string, now: Date, load: () => Promise<StoredSession | undefined>): Promise<StoredSession | undefined> {
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
