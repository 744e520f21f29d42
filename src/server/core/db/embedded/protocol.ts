/** Where the embedded database lives. */
export type EmbeddedStore =
  | { kind: 'folder'; folder: string }
  /** A folder that is being made: nothing is asked of the disk until it is complete. */
  | { kind: 'new folder'; folder: string }
  /** Memory, filled from a dump: for tests. */
  | { kind: 'memory'; dump: Uint8Array | undefined };

/** What the main thread asks of the database's thread; each is answered in turn. */
export type WorkerRequest = { kind: 'run'; message: Uint8Array } | { kind: 'dump' } | { kind: 'close' };

export type WorkerAnswer =
  | { kind: 'opened' }
  | { kind: 'done'; bytes: Uint8Array<ArrayBuffer>; memoryBytes: number }
  | { kind: 'failed'; message: string };

export interface WorkerStart {
  store: EmbeddedStore;
  module: WebAssembly.Module;
}
