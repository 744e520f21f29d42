import { Socket } from 'node:net';
import pg from 'pg';
import { diskFullCode, QueryDeadline } from '../database.ts';
import { refuseNul } from '../wire.ts';

export interface ConnectionLimits {
  /** How long one statement may run before the server stops it. */
  statementMs: number;
  /** How long the server has to say that it stopped it: past that the connection counts as dead. */
  graceMs: number;
  /** For statements that may run for minutes: asked about while they do, because their deadline alone is too far off. */
  watch?: {
    everyMs: number;
    /** Whether the server works for the connection with this process id. Never throws. */
    isAtWork(processId: number): Promise<boolean>;
  };
}

/** What a connection tells the pool that lent it. */
interface Lender {
  answered(): void;
  /** It died in silence, and has not answered since `from`. */
  silent(from: number): void;
  /** The error for whoever used a connection that was lost. */
  lost(error: unknown): Error;
  /** The error for whom the server told that its disk is full. */
  full(error: Error): Error;
  takeBack(isSpoilt: boolean): void;
}

/** So many looks in a row without a sign of life, and a connection counts as dead. */
const mostMissed = 4;

const statementStopped = '57014';
const serverLeft = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);

/** A connection of a pool, lent to one user. None of its statements waits for ever. */
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

  /** The process that serves it, as the server said when it connected. */
  get processId(): number {
    return 'processID' in this.#client && typeof this.#client.processID === 'number' ? this.#client.processID : 0;
  }

  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    refuseNul(text);
    return this.run((client) => client.query(text, [...values]));
  }

  /**
   * One statement. `progress` is any number that moves while there is life in it, if that shows elsewhere than in what the
   * server sends. Throws QueryDeadline when the server stopped it, and DatabaseUnavailable when the connection is lost.
   */
  run<T>(use: (client: pg.PoolClient) => Promise<T>, progress?: () => number): Promise<T> {
    return this.#run(use, this.#limits.statementMs + this.#limits.graceMs, progress);
  }

  async #run<T>(use: (client: pg.PoolClient) => Promise<T>, deadlineMs: number, progress?: () => number): Promise<T> {
    let aliveAt = performance.now();
    let isOver = false;
    const giveUp = () => {
      if (isOver) return;
      this.#lender.silent(aliveAt);
      // Then pg fails this statement and those that wait behind it.
      this.#client.connection.stream.destroy(new Error(`no sign of life for ${((performance.now() - aliveAt) / 1000).toFixed(1)} s`));
    };
    // What has come while this process itself was busy is read first.
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

  #watch(onLife: () => void, giveUp: () => void, progress = () => this.#bytesReceived): NodeJS.Timeout | undefined {
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
      return error.code === statementStopped ? new QueryDeadline(`A query ran too long and was stopped: ${error.message}`) : error;
    }
    const isLost =
      this.#isBroken ||
      error instanceof pg.DatabaseError ||
      (error instanceof Error && /^Connection terminated|not queryable$/.test(error.message));
    return isLost ? this.#lender.lost(error) : error;
  }

  /**
   * Gives it back. A transaction left open, by an error or by neglect, must not go to the next user; after an error the
   * server's word on it may still be on its way, so it is rolled back in any case.
   */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#isBroken || !(this.#hasFailed || this.#client.getTransactionStatus() !== 'I')) this.#giveBack(false);
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
