import { setTimeout as pause } from 'node:timers/promises';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable, QueryDeadline } from '../database.ts';
import { mostWaiting } from '../deadlines.ts';
import type { PoolLoad } from '../load.ts';
import { type Line, Session } from '../session.ts';
import { encodeScript, type TransactionState, transactionAfter } from '../wire.ts';
import type { EmbeddedEngine } from './engine.ts';

export interface UseLimits {
  /** Those who wait for the first class go ahead of those of the second, but never into an open transaction. */
  class: 'foreground' | 'background';
  /** For one statement, and for the pause between two statements of a transaction. */
  deadlineMs: number;
  /** How long to wait for the connection, if not for ever: long enough to see a query killed and the database opened again. */
  waitMs?: number | undefined;
}

/** So many queries of one request after another keep the background waiting; one that asks for ever does not. */
const mostInARow = 8;

interface Waiting {
  limits: UseLimits;
  grant(lease: Lease): void;
  refuse(error: Error): void;
}

/** The embedded database has one connection. It is lent to one user at a time, for a statement or a whole transaction. */
export class EmbeddedConnection {
  readonly #engine: EmbeddedEngine;
  readonly #waiting: Record<UseLimits['class'], Set<Waiting>> = { foreground: new Set(), background: new Set() };
  #lent: Lease | undefined;
  /** How often it was lent to the foreground since the background last had it. */
  #inARow = 0;
  #closed = false;

  constructor(engine: EmbeddedEngine) {
    this.#engine = engine;
  }

  async acquire(limits: UseLimits): Promise<Session> {
    return new Session(await this.lease(limits));
  }

  /** Waits for the connection; answers 503 when too many wait already or the wait was too long. */
  lease(limits: UseLimits): Promise<Lease> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new DatabaseUnavailable('The database is closed'));
      const queue = this.#waiting[limits.class];
      if (queue.size >= mostWaiting) return reject(busy('The database has more work than it can take. Try again in a moment.'));
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        limits,
        grant: (lease) => {
          clearTimeout(timer);
          resolve(lease);
        },
        refuse: (error) => {
          clearTimeout(timer);
          queue.delete(waiting);
          reject(error);
        },
      };
      if (limits.waitMs !== undefined)
        timer = setTimeout(() => waiting.refuse(busy('The database is busy with a long job. Try again in a moment.')), limits.waitMs);
      queue.add(waiting);
      this.#lend();
    });
  }

  #lend(): void {
    if (this.#lent !== undefined) return;
    for (const queue of [this.#waiting.foreground, this.#waiting.background])
      for (const waiting of queue) {
        queue.delete(waiting);
        this.#inARow = waiting.limits.class === 'background' ? 0 : this.#inARow + 1;
        this.#lent = new Lease(this.#engine, waiting.limits, () => this.#takeBack(waiting.limits.class));
        waiting.grant(this.#lent);
        return;
      }
  }

  /** A request that was just served often asks again at once: the background waits that moment, or it would hold the request up once for each query. */
  #takeBack(from: UseLimits['class']): void {
    this.#lent = undefined;
    const mayAskAgain = from === 'foreground' && this.#waiting.foreground.size === 0 && this.#inARow < mostInARow;
    if (mayAskAgain) setImmediate(() => this.#lend());
    else this.#lend();
  }

  /** Refuses who still waits, lets the current user finish for a while, and lends no more. */
  async close(patienceMs: number): Promise<void> {
    this.#closed = true;
    for (const queue of [this.#waiting.foreground, this.#waiting.background])
      for (const waiting of queue) waiting.refuse(new DatabaseUnavailable('The database is closed'));
    if (this.#lent === undefined) return;
    const patience = new AbortController();
    await Promise.race([this.#lent.returned, pause(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }

  /** As if each class had the one connection for itself. */
  load(pool: UseLimits['class']): PoolLoad {
    const inUse = this.#lent?.pool === pool ? 1 : 0;
    return { pool, most: 1, inUse, idle: this.#lent === undefined ? 1 : 0, waiting: this.#waiting[pool].size };
  }

  /** Whether nobody uses the connection or waits for it. */
  get unused(): boolean {
    return this.#lent === undefined && this.#waiting.foreground.size + this.#waiting.background.size === 0;
  }
}

/** The connection while it is lent. */
export class Lease implements Line {
  readonly returned: Promise<void>;
  readonly #engine: EmbeddedEngine;
  readonly #limits: UseLimits;
  #giveBack: () => void = () => undefined;
  #transaction: TransactionState = 'idle';
  /** Why this lease can do nothing more: its transaction is gone. */
  #broken: Error | undefined;
  #idle: NodeJS.Timeout | undefined;
  #released = false;

  constructor(engine: EmbeddedEngine, limits: UseLimits, onReturn: () => void) {
    this.#engine = engine;
    this.#limits = limits;
    this.returned = new Promise((resolve) => {
      this.#giveBack = () => {
        resolve();
        onReturn();
      };
    });
  }

  get databaseName(): string {
    return this.#engine.databaseName;
  }

  get pool(): UseLimits['class'] {
    return this.#limits.class;
  }

  /** Whether a transaction is open. */
  get inTransaction(): boolean {
    return this.#transaction !== 'idle';
  }

  async run(message: Buffer): Promise<Buffer> {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#released) throw new Error('This connection was given back already');
    clearTimeout(this.#idle);
    try {
      return await this.#answer(message);
    } finally {
      if (this.#transaction !== 'idle') this.#watchPause();
    }
  }

  /** Throws when the engine is gone, and with it the transaction. */
  async #answer(message: Buffer): Promise<Buffer> {
    const before = this.#transaction;
    try {
      const bytes = await this.#engine.run(message, this.#limits.deadlineMs);
      const after = transactionAfter(bytes);
      if (after === undefined) {
        await this.#engine.kill();
        throw new DatabaseUnavailable('The embedded database broke off while it answered');
      }
      this.#transaction = after;
      return bytes;
    } catch (error) {
      this.#lose(before, error);
      throw error;
    }
  }

  #lose(before: TransactionState, error: unknown): void {
    this.#transaction = 'idle';
    if (before !== 'idle')
      this.#broken = new QueryDeadline(`The transaction was rolled back: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** A transaction that pauses holds up everyone: past the deadline it is rolled back. */
  #watchPause(): void {
    this.#idle = setTimeout(() => {
      this.#lose('open', new Error(`it did nothing for ${this.#limits.deadlineMs / 1000} s`));
      this.#released = true;
      void this.#clean('open').finally(() => this.#giveBack());
    }, this.#limits.deadlineMs);
  }

  /** Ends the use; a transaction left open, by an error or by neglect, is rolled back first. */
  release(): void {
    clearTimeout(this.#idle);
    if (this.#released) return;
    this.#released = true;
    void this.#clean(this.#transaction).finally(() => this.#giveBack());
  }

  async #clean(transaction: TransactionState): Promise<void> {
    if (transaction === 'idle') return;
    try {
      await this.#engine.run(encodeScript('rollback'), this.#limits.deadlineMs);
    } catch {
      await this.#engine.kill();
    }
  }
}
