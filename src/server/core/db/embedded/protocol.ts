/** Location of the embedded database. */
export type EmbeddedStore =
  | { kind: 'folder'; folder: string }
  /** New folder; nothing is synced to disk until it is complete. */
  | { kind: 'new folder'; folder: string }
  /** Memory, filled from a dump; for tests. */
  | { kind: 'memory'; dump: Uint8Array | undefined };

/** Requests of the main thread to the database's thread, answered in order. */
export type WorkerRequest =
  | { kind: 'run'; message: Uint8Array }
  | { kind: 'dump' }
  | { kind: 'close' };

export type WorkerAnswer =
  | { kind: 'opened' }
  | { kind: 'done'; bytes: Uint8Array<ArrayBuffer>; memoryBytes: number }
  | { kind: 'failed'; message: string };

export interface WorkerStart {
  store: EmbeddedStore;
  module: WebAssembly.Module;
}
