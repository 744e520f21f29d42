import { Socket } from 'node:net';
import pg from 'pg';
import { diskFullCode, QueryDeadlineExceeded } from '../database.ts';
import { refuseNul } from '../wire.ts';

export interface ConnectionLimits {
  /** Maximum duration of a statement in milliseconds, after which the server stops it. */
  statementMs: number;
  /**
   * Milliseconds that the server gets to report a stopped statement. After that, the connection
   * counts as dead.
   */
  graceMs: number;
  /**
   * Periodic check for statements that may run for minutes. Their deadline alone would detect a
   * dead connection too late.
   */
  watch?: {
    everyMs: number;
    /**
     * Returns `true` when the server executes a statement for the connection with this process id.
     * Never throws.
     */
    isAtWork(processId: number): Promise<boolean>;
  };
}

/** Callbacks to the pool that lent the connection. */
interface Lender {
  answered(): void;
  /** Reports that the connection timed out. Its last answer came before `from`. */
  silent(from: number): void;
  /** Returns the error to throw when the connection is lost. */
  lost(error: unknown): Error;
  /** Returns the error to throw when the server's disk is full. */
  full(error: Error): Error;
  takeBack(isSpoilt: boolean): void;
}

/** Number of consecutive checks without activity after which a connection counts as dead. */
const mostMissed = 4;

const statementStopped = '57014';
const serverLeft = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);

/** Connection borrowed from a pool. Every statement has a deadline. */
export class PostgresConnection {
  readonly #client: pg.PoolClient;
  readonly #limits: ConnectionLimits;
  readonly #lender: Lender;
  #isBroken = false;
  #hasFailed = false;
  #isReleased = false;
  readonly #onError = () => {
    this.#isBroken = true;
  };

  constructor(client: pg.PoolClient, limits: ConnectionLimits, lender: Lender) {
    this.#client = client;
    this.#limits = limits;
    this.#lender = lender;
    client.on('error', this.#onError);
  }

  /** Process id that the server reported when the connection was opened; 0 when unknown. */
  get processId(): number {
    return 'processID' in this.#client && typeof this.#client.processID === 'number'
      ? this.#client.processID
      : 0;
  }

  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    refuseNul(text);
    return this.run((client) => client.query(text, [...values]));
  }

  /**
   * Runs one statement. `progress` returns a number that changes while the statement makes
   * progress; the default is the number of received bytes. Throws `QueryDeadlineExceeded` when the server
   * stopped the statement, and `DatabaseUnavailable` when the connection is lost.
   */
  run<T>(use: (client: pg.PoolClient) => Promise<T>, progress?: () => number): Promise<T> {
    return this.#run(use, this.#limits.statementMs + this.#limits.graceMs, progress);
  }

  async #run<T>(
    use: (client: pg.PoolClient) => Promise<T>,
    deadlineMs: number,
    progress?: () => number,
  ): Promise<T> {
    let aliveAt = performance.now();
    let isOver = false;
    const giveUp = () => {
      if (isOver) return;
      this.#lender.silent(aliveAt);
      // The pg library then fails this statement and all queued statements.
      this.#client.connection.stream.destroy(
        new Error(`no activity for ${((performance.now() - aliveAt) / 1000).toFixed(1)} s`),
      );
    };
    // `setImmediate` lets the process first read data that arrived while the process was busy.
    const deadline = setTimeout(() => setImmediate(giveUp), deadlineMs);
    const onLife = () => {
      aliveAt = performance.now();
    };
    const watch = this.#watch(onLife, giveUp, progress);
    try {
      const answer = await use(this.#client);
      this.#lender.answered();
      return answer;
    } catch (error) {
      this.#hasFailed = true;
      throw this.#clear(error);
    } finally {
      isOver = true;
      clearTimeout(deadline);
      clearInterval(watch);
    }
  }

  #watch(
    onLife: () => void,
    giveUp: () => void,
    progress = () => this.#bytesReceived,
  ): NodeJS.Timeout | undefined {
    const { watch } = this.#limits;
    if (watch === undefined) return undefined;
    let before = progress();
    let missed = 0;
    return setInterval(async () => {
      const isAlive = progress() !== before || (await watch.isAtWork(this.processId));
      before = progress();
      missed = isAlive ? 0 : missed + 1;
      if (isAlive) onLife();
      if (missed === mostMissed) giveUp();
    }, watch.everyMs);
  }

  get #bytesReceived(): number {
    const { stream } = this.#client.connection;
    return stream instanceof Socket ? stream.bytesRead : 0;
  }

  #clear(error: unknown): unknown {
    if (error instanceof pg.DatabaseError && !serverLeft.has(error.code ?? '')) {
      this.#lender.answered();
      if (error.code === diskFullCode) return this.#lender.full(error);
      return error.code === statementStopped
        ? new QueryDeadlineExceeded(`A query ran too long and was stopped: ${error.message}`)
        : error;
    }
    const isLost =
      this.#isBroken ||
      error instanceof pg.DatabaseError ||
      (error instanceof Error && /^Connection terminated|not queryable$/.test(error.message));
    return isLost ? this.#lender.lost(error) : error;
  }

  /**
   * Returns the connection to the pool. Rolls back an open transaction, so that the next borrower
   * does not get it. Also rolls back after an error, because the known transaction status may be
   * outdated.
   */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#isBroken || !(this.#hasFailed || this.#client.getTransactionStatus() !== 'I'))
      this.#giveBack(false);
    else
      this.#run((client) => client.query('rollback'), this.#limits.graceMs).then(
        () => this.#giveBack(false),
        () => this.#giveBack(true),
      );
  }

  #giveBack(isSpoilt: boolean): void {
    this.#client.off('error', this.#onError);
    this.#lender.takeBack(isSpoilt || this.#isBroken);
  }
}
