/** Where the embedded database lives: a folder that survives, or memory filled from a dump (for tests). */
export type EmbeddedStore = { kind: 'folder'; folder: string } | { kind: 'memory'; dump: Uint8Array | undefined };

/** What the main thread asks of the database's thread; each is answered in turn. */
export type WorkerRequest = { kind: 'run'; message: Uint8Array } | { kind: 'dump' } | { kind: 'close' };

export type WorkerAnswer = { kind: 'opened' } | { kind: 'done'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'failed'; message: string };

export interface WorkerStart {
  store: EmbeddedStore;
  module: WebAssembly.Module;
}
