import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, diskFullError, QueryDeadlineExceeded } from '../database.ts';
import type {
  EmbeddedDatabaseLocation,
  WorkerAnswer,
  WorkerRequest,
  WorkerStart,
} from './protocol.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Returns the compiled PGlite module. It is compiled once per process, so that reopening after a
 * killed query is fast.
 */
export function compilePglite(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiled ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

interface Thread {
  worker: Worker;
  isOpen: boolean;
  /** Pending request of the thread, which handles one request at a time. */
  pending: { resolve(bytes: Buffer): void; reject(error: Error): void } | undefined;
}

/**
 * Milliseconds between a failed opening and the next attempt. Without this pause, every waiting
 * caller would open the database again.
 */
const openAgainAfterMs = 2_000;

const closingMs = 10_000;
const growthFactor = 1.25;

/**
 * Runs the thread of the embedded database. The thread handles one request at a time and is killed
 * when a request exceeds its deadline. The next request reopens the database, and uncommitted work
 * is rolled back.
 */
export class EmbeddedDatabaseThread {
  readonly store: EmbeddedDatabaseLocation;
  onAnswer: () => void = () => undefined;
  /** Name of the database in messages. */
  readonly databaseName: string;
  #thread: Thread | undefined;
  #opening: Promise<Thread> | undefined;
  #failed: { error: unknown; at: number } | undefined;
  readonly #lost: AbortSignal | undefined;
  #closed = false;
  /** Memory of the open thread in bytes, after its first and after its last answer. */
  #memory = { first: 0, last: 0 };

  /**
   * Creates the engine. When `lost` is aborted, kills the thread permanently, because the files
   * then belong to another process.
   */
  constructor(store: EmbeddedDatabaseLocation, lost?: AbortSignal) {
    this.store = store;
    this.#lost = lost;
    lost?.addEventListener('abort', () => void this.kill());
    this.databaseName = `The embedded database ${store.kind === 'memory' ? 'in memory' : `in ${store.folder}`}`;
  }

  /** Returns the thread. Opens the database if necessary. Throws `DatabaseUnavailable`. */
  async open(): Promise<Thread> {
    this.#refuseClosed();
    if (this.#thread !== undefined) return this.#thread;
    if (this.#failed !== undefined && performance.now() < this.#failed.at + openAgainAfterMs)
      throw this.#failed.error;
    this.#opening ??= this.#start()
      .catch((error: unknown) => {
        this.#failed = { error, at: performance.now() };
        throw error;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  async #start(): Promise<Thread> {
    const start: WorkerStart = { store: this.store, module: await compilePglite() };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      name: 'embedded-database',
    });
    const thread: Thread = { worker, isOpen: false, pending: undefined };
    const opened = answerOf(thread);
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'failed') return this.#ended(thread, answer.message);
      const pending = thread.pending;
      thread.pending = undefined;
      if (answer.kind === 'done')
        this.#memory = {
          first: this.#memory.first || answer.memoryBytes,
          last: answer.memoryBytes,
        };
      pending?.resolve(answer.kind === 'done' ? Buffer.from(answer.bytes.buffer) : Buffer.alloc(0));
    });
    worker.on('error', (error) => this.#ended(thread, error.message));
    worker.on('exit', () => this.#ended(thread, 'its thread ended'));
    try {
      await opened;
      this.#refuseClosed();
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    thread.isOpen = true;
    this.#memory = { first: 0, last: 0 };
    this.#thread = thread;
    return thread;
  }

  #refuseClosed(): void {
    this.#lost?.throwIfAborted();
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
  }

  #ended(thread: Thread, reason: string): void {
    if (this.#thread === thread) this.#thread = undefined;
    thread.pending?.reject(this.#trouble(thread.isOpen ? 'stopped' : 'cannot be opened', reason));
    thread.pending = undefined;
  }

  #trouble(what: string, reason: string): DatabaseUnavailable {
    if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(reason))
      return diskFullError(this.databaseName, reason);
    const advice =
      what === 'cannot be opened' && this.store.kind === 'folder'
        ? '. If its files are damaged, restore the folder from a backup, or move it away to start with an empty database.'
        : '';
    return new DatabaseUnavailable(`${this.databaseName} ${what}: ${reason}${advice}`);
  }

  /**
   * Runs messages of PostgreSQL's protocol. Throws `QueryDeadlineExceeded` or `DatabaseUnavailable`. In
   * both cases, the thread is no longer running.
   */
  run(message: Buffer, deadlineMs: number): Promise<Buffer> {
    const bytes = new Uint8Array(message);
    return this.#ask({ kind: 'run', message: bytes }, deadlineMs, [bytes.buffer]);
  }

  /** Returns the whole database as a tar file. */
  dump(deadlineMs: number): Promise<Buffer> {
    return this.#ask({ kind: 'dump' }, deadlineMs);
  }

  async #ask(
    request: WorkerRequest,
    deadlineMs: number,
    transfer: ArrayBuffer[] = [],
  ): Promise<Buffer> {
    const thread = await this.open();
    const answer = answerOf(thread);
    thread.worker.postMessage(request, transfer);
    const timer = setTimeout(() => {
      thread.pending?.reject(
        new QueryDeadlineExceeded(`A query ran longer than ${deadlineMs / 1000} s and was stopped`),
      );
      thread.pending = undefined;
    }, deadlineMs);
    try {
      const bytes = await answer;
      this.onAnswer();
      return bytes;
    } catch (error) {
      await this.#discard(thread);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * `true` when the engine's memory has grown by more than a quarter since the opening. An open
   * engine never releases memory.
   */
  get hasGrown(): boolean {
    return this.#memory.last > this.#memory.first * growthFactor;
  }

  /** Closes and reopens the database. The caller must hold the connection. */
  async reopen(): Promise<void> {
    await this.#ask({ kind: 'close' }, closingMs);
    await this.kill();
    await this.open();
  }

  /** Kills the thread. Uncommitted work is rolled back when the database is opened again. */
  async kill(): Promise<void> {
    if (this.#thread !== undefined) await this.#discard(this.#thread);
  }

  async #discard(thread: Thread): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    await thread.worker.terminate();
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    // A clean close only makes the next start faster, because committed data is on disk in any
    // case.
    if (this.#thread !== undefined)
      await this.#ask({ kind: 'close' }, closingMs).catch(() => undefined);
    this.#closed = true;
    await this.kill();
  }
}

function answerOf(thread: Thread): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    thread.pending = { resolve, reject };
  });
}
