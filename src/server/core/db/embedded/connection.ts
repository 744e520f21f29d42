import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '#shared/core/error-message.ts';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable, QueryDeadlineExceeded } from '../database.ts';
import { maxWaitingQueries } from '../deadlines.ts';
import type { PoolLoad } from '../load.ts';
import { type ProtocolConnection, Session } from '../session.ts';
import { encodeScript, type TransactionState, transactionStateAfter } from '../wire.ts';
import type { EmbeddedDatabaseThread } from './engine.ts';

export interface LeasePriorityAndLimits {
  /**
   * Priority class. A waiting `foreground` request gets a lease before a `background` request, but
   * never interrupts an open transaction.
   */
  class: 'foreground' | 'background';
  /** Maximum duration of a statement, and of a pause inside a transaction, in milliseconds. */
  deadlineMs: number;
  /**
   * Maximum wait for the connection in milliseconds; `undefined` for no limit. A limit must exceed
   * the time that it takes to kill a query and reopen the database.
   */
  waitMs?: number | undefined;
}

/** Maximum number of consecutive foreground leases while a background request waits. */
const mostInARow = 8;

interface Waiting {
  limits: LeasePriorityAndLimits;
  grant(lease: ConnectionLease): void;
  refuse(error: Error): void;
}

/**
 * Leases the embedded database's single connection to one caller at a time, for one statement or a
 * whole transaction.
 */
export class EmbeddedConnectionPool {
  readonly #engine: EmbeddedDatabaseThread;
  readonly #waiting: Record<LeasePriorityAndLimits['class'], Set<Waiting>> = {
    foreground: new Set(),
    background: new Set(),
  };
  #lent: ConnectionLease | undefined;
  /** Number of foreground leases since the last background lease. */
  #inARow = 0;
  #closed = false;

  constructor(engine: EmbeddedDatabaseThread) {
    this.#engine = engine;
  }

  async acquire(limits: LeasePriorityAndLimits): Promise<Session> {
    return new Session(await this.lease(limits));
  }

  /**
   * Waits for the connection. Rejects with a 503 error when too many callers wait or the wait is too
   * long.
   */
  lease(limits: LeasePriorityAndLimits): Promise<ConnectionLease> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new DatabaseUnavailable('The database is closed'));
      const queue = this.#waiting[limits.class];
      if (queue.size >= maxWaitingQueries)
        return reject(busy('The database is overloaded. Try again in a moment.'));
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
        timer = setTimeout(
          () =>
            waiting.refuse(busy('The database is busy with a long job. Try again in a moment.')),
          limits.waitMs,
        );
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
        this.#lent = new ConnectionLease(this.#engine, waiting.limits, () =>
          this.#takeBack(waiting.limits.class),
        );
        waiting.grant(this.#lent);
        return;
      }
  }

  /**
   * Grants the next lease. After a foreground lease, background requests wait for one turn of the
   * event loop. A page's request often sends its next query at once. Without the pause, the request
   * would wait for a background lease before each query.
   */
  #takeBack(from: LeasePriorityAndLimits['class']): void {
    this.#lent = undefined;
    const mayAskAgain =
      from === 'foreground' && this.#waiting.foreground.size === 0 && this.#inARow < mostInARow;
    if (mayAskAgain) setImmediate(() => this.#lend());
    else this.#lend();
  }

  /**
   * Grants no more leases and rejects waiting requests. Waits up to `patienceMs` milliseconds for
   * the end of the current lease.
   */
  async close(patienceMs: number): Promise<void> {
    this.#closed = true;
    for (const queue of [this.#waiting.foreground, this.#waiting.background])
      for (const waiting of queue)
        waiting.refuse(new DatabaseUnavailable('The database is closed'));
    if (this.#lent === undefined) return;
    const patience = new AbortController();
    await Promise.race([
      this.#lent.returned,
      pause(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  /** Returns the load of one priority class, as if this class had a connection of its own. */
  load(pool: LeasePriorityAndLimits['class']): PoolLoad {
    const inUse = this.#lent?.pool === pool ? 1 : 0;
    return {
      pool,
      most: 1,
      inUse,
      idle: this.#lent === undefined ? 1 : 0,
      waiting: this.#waiting[pool].size,
    };
  }

  /** `true` while the connection is not leased and no request waits for a lease. */
  get unused(): boolean {
    return (
      this.#lent === undefined &&
      this.#waiting.foreground.size + this.#waiting.background.size === 0
    );
  }
}

/** Exclusive use of the connection by one caller until `release` is called. */
export class ConnectionLease implements ProtocolConnection {
  readonly returned: Promise<void>;
  readonly #engine: EmbeddedDatabaseThread;
  readonly #limits: LeasePriorityAndLimits;
  #giveBack: () => void = () => undefined;
  #transaction: TransactionState = 'idle';
  /**
   * Error that ended the transaction of this lease. Every later statement throws this error again.
   */
  #broken: Error | undefined;
  #idle: NodeJS.Timeout | undefined;
  #released = false;

  constructor(
    engine: EmbeddedDatabaseThread,
    limits: LeasePriorityAndLimits,
    onReturn: () => void,
  ) {
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

  get pool(): LeasePriorityAndLimits['class'] {
    return this.#limits.class;
  }

  get inTransaction(): boolean {
    return this.#transaction !== 'idle';
  }

  async run(message: Buffer): Promise<Buffer> {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#released) throw new Error('This connection was already released');
    clearTimeout(this.#idle);
    try {
      return await this.#answer(message);
    } finally {
      if (this.#transaction !== 'idle') this.#watchPause();
    }
  }

  /**
   * Runs a message and tracks the state of the transaction. Throws when the engine fails, which
   * also loses an open transaction.
   */
  async #answer(message: Buffer): Promise<Buffer> {
    const before = this.#transaction;
    try {
      const bytes = await this.#engine.run(message, this.#limits.deadlineMs);
      const after = transactionStateAfter(bytes);
      if (after === undefined) {
        await this.#engine.kill();
        throw new DatabaseUnavailable('The embedded database stopped while it answered');
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
      this.#broken = new QueryDeadlineExceeded(
        `The transaction was rolled back: ${errorMessage(error)}`,
      );
  }

  /**
   * Starts the timer that rolls back a transaction that pauses longer than the deadline, because
   * such a transaction blocks all other users.
   */
  #watchPause(): void {
    this.#idle = setTimeout(() => {
      this.#lose('open', new Error(`it was idle for ${this.#limits.deadlineMs / 1000} s`));
      this.#released = true;
      void this.#clean('open').finally(() => this.#giveBack());
    }, this.#limits.deadlineMs);
  }

  /** Ends the lease. Rolls back an open transaction first. */
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
