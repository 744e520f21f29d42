import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, QueryDeadline } from './database.ts';
import type { EmbeddedStore, WorkerAnswer, WorkerRequest, WorkerStart } from './embedded-protocol.ts';

/** The database's thread broke off. What it had not committed is undone; the next statement finds it open again. */
export class EngineCrashed extends DatabaseUnavailable {}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once per process: opening again after a killed query then costs no compilation. */
function compiledModule(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiled ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

interface Thread {
  worker: Worker;
  /** What the thread is asked at the moment: one thing at a time. */
  asked: { resolve(bytes: Buffer): void; reject(error: Error): void } | undefined;
}

/** The embedded database's thread: one request at a time, killed and opened again when one runs over its deadline. */
export class EmbeddedEngine {
  readonly #store: EmbeddedStore;
  readonly #onAnswer: () => void;
  #thread: Thread | undefined;
  #opening: Promise<Thread> | undefined;
  #closed = false;

  constructor(store: EmbeddedStore, onAnswer: () => void = () => undefined) {
    this.#store = store;
    this.#onAnswer = onAnswer;
  }

  /** Opens the database if it is not open. Throws DatabaseUnavailable. */
  async open(): Promise<Thread> {
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    if (this.#thread !== undefined) return this.#thread;
    this.#opening ??= this.#start().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #start(): Promise<Thread> {
    const start: WorkerStart = { store: this.#store, module: await compiledModule() };
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      name: 'embedded-database',
    });
    const thread: Thread = { worker, asked: undefined };
    const opened = answerOf(thread);
    worker.on('message', (answer: WorkerAnswer) => {
      const asked = thread.asked;
      thread.asked = undefined;
      if (answer.kind === 'failed') asked?.reject(new EngineCrashed(`The embedded database broke off: ${answer.message}`));
      else asked?.resolve(answer.kind === 'done' ? Buffer.from(answer.bytes.buffer) : Buffer.alloc(0));
    });
    const lost = (reason: string) => {
      if (this.#thread === thread) this.#thread = undefined;
      thread.asked?.reject(new EngineCrashed(`The embedded database broke off: ${reason}`));
      thread.asked = undefined;
    };
    worker.on('error', (error) => lost(error.message));
    worker.on('exit', () => lost('its thread ended'));
    try {
      await opened;
    } catch (error) {
      await worker.terminate();
      throw new DatabaseUnavailable(`The embedded database cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.#thread = thread;
    return thread;
  }

  /** Runs messages of PostgreSQL's protocol. Throws QueryDeadline or EngineCrashed; in both cases the thread is gone. */
  run(message: Buffer, deadlineMs: number): Promise<Buffer> {
    const bytes = new Uint8Array(message);
    return this.#ask({ kind: 'run', message: bytes }, deadlineMs, [bytes.buffer]);
  }

  /** The whole database as a tar file. */
  dump(deadlineMs: number): Promise<Buffer> {
    return this.#ask({ kind: 'dump' }, deadlineMs);
  }

  async #ask(request: WorkerRequest, deadlineMs: number, transfer: ArrayBuffer[] = []): Promise<Buffer> {
    const thread = await this.open();
    const answer = answerOf(thread);
    thread.worker.postMessage(request, transfer);
    const timer = setTimeout(() => {
      thread.asked?.reject(new QueryDeadline(`A query ran longer than ${deadlineMs / 1000} s and was stopped`));
      thread.asked = undefined;
    }, deadlineMs);
    try {
      const bytes = await answer;
      this.#onAnswer();
      return bytes;
    } catch (error) {
      await this.#discard(thread);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Kills the thread: whatever it had not committed is undone when it opens again. */
  async kill(): Promise<void> {
    if (this.#thread !== undefined) await this.#discard(this.#thread);
  }

  async #discard(thread: Thread): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    await thread.worker.terminate();
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    // A clean close only saves the next start some work: what was committed is on disk either way.
    if (this.#thread !== undefined) await this.#ask({ kind: 'close' }, 10_000).catch(() => undefined);
    this.#closed = true;
    await this.kill();
  }
}

function answerOf(thread: Thread): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    thread.asked = { resolve, reject };
  });
}
