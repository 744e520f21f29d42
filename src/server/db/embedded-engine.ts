import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, QueryDeadline } from './database.ts';
import type { EmbeddedStore, WorkerAnswer, WorkerRequest, WorkerStart } from './embedded-protocol.ts';

/** The thread of the embedded database broke off; it is opened again for the next statement. */
export class EngineCrashed extends Error {}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once per process: reopening after a killed query then costs no compilation. */
function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}

interface Pending {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
  /** What to answer when the thread is gone. */
  onExit: () => Error;
}

/** The database's thread: one request at a time, killed and opened again when one runs over its deadline. */
export class EmbeddedEngine {
  readonly #store: EmbeddedStore;
  #worker: Promise<Worker> | undefined;
  #pending: Pending | undefined;
  #closed = false;

  constructor(store: EmbeddedStore) {
    this.#store = store;
  }

  async open(): Promise<void> {
    this.#worker ??= this.#start();
    try {
      await this.#worker;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
  }

  async #start(): Promise<Worker> {
    const start: WorkerStart = { store: this.#store, module: await compiledModule() };
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      name: 'embedded database',
    });
    const opened = new Promise<void>((resolve, reject) => {
      this.#pending = {
        resolve: () => resolve(),
        reject: (error) => reject(new DatabaseUnavailable(`The embedded database cannot be opened: ${error.message}`)),
        onExit: () => new Error('its thread ended'),
      };
    });
    worker.on('message', (answer: WorkerAnswer) => {
      const pending = this.#pending;
      this.#pending = undefined;
      if (answer.kind === 'failed') pending?.reject(new EngineCrashed(answer.message));
      else pending?.resolve(answer.kind === 'done' ? Buffer.from(answer.bytes.buffer) : Buffer.alloc(0));
    });
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', () => this.#lost(worker, undefined));
    try {
      await opened;
      this.#current = worker;
      return worker;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  #current: Worker | undefined;

  #lost(worker: Worker, error: Error | undefined): void {
    if (this.#current !== undefined && this.#current !== worker) return;
    this.#current = undefined;
    this.#worker = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error === undefined ? pending.onExit() : new EngineCrashed(`The embedded database broke off: ${error.message}`));
  }

  /** Runs one message of PostgreSQL's protocol. Throws QueryDeadline or EngineCrashed, after which the next call finds the database open again. */
  async run(message: Buffer, deadlineMs: number): Promise<Buffer> {
    const bytes = new Uint8Array(message);
    return this.#ask({ kind: 'run', message: bytes }, [bytes.buffer], deadlineMs);
  }

  async dump(): Promise<Buffer> {
    return this.#ask({ kind: 'dump' }, [], undefined);
  }

  /** Kills the thread; whatever it was doing is undone when it opens again. */
  async kill(): Promise<void> {
    const worker = this.#current;
    if (worker !== undefined) await worker.terminate();
  }

  async #ask(request: WorkerRequest, transfer: ArrayBuffer[], deadlineMs: number | undefined): Promise<Buffer> {
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    await this.open();
    const worker = this.#current;
    if (worker === undefined) throw new EngineCrashed('The embedded database broke off');
    let exit = () => new EngineCrashed('The embedded database broke off') as Error;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        this.#pending = { resolve, reject, onExit: () => exit() };
        worker.postMessage(request, transfer);
        if (deadlineMs === undefined) return;
        timer = setTimeout(() => {
          exit = () => new QueryDeadline(`A query ran longer than ${deadlineMs / 1000} s and was stopped`);
          void worker.terminate();
        }, deadlineMs);
      });
    } catch (error) {
      if (error instanceof EngineCrashed) await this.kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#current !== undefined) await this.#ask({ kind: 'close' }, [], 30_000).catch(() => undefined);
    this.#closed = true;
    await this.kill();
  }
}
