/** Location of the embedded database. */
export type EmbeddedDatabaseLocation =
  | { kind: 'folder'; folder: string }
  /** New folder. Nothing is synced to disk until the database is complete. */
  | { kind: 'new folder'; folder: string }
  /** Database in memory, loaded from a dump, for tests. */
  | { kind: 'memory'; dump: Uint8Array | undefined };

/** Requests of the main thread to the database's thread, which answers them in order. */
export type WorkerRequest =
  | { kind: 'run'; message: Uint8Array }
  | { kind: 'dump' }
  | { kind: 'close' };

export type WorkerAnswer =
  | { kind: 'opened' }
  | { kind: 'done'; bytes: Uint8Array<ArrayBuffer>; memoryBytes: number }
  | { kind: 'failed'; message: string };

export interface WorkerStart {
  store: EmbeddedDatabaseLocation;
  module: WebAssembly.Module;
}
