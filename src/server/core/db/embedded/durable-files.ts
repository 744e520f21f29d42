import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';
import { syncFileSystem } from './sync-folder-contents.ts';

type Initialised = Awaited<ReturnType<NodeFS['init']>>;

/** Parts of Emscripten's Node file system that determine when data reaches the disk. */
interface NodeFiles {
  /**
   * Converts a Node error into the error number that PostgreSQL expects. PGlite would ignore any
   * other error.
   */
  tryFSOperation<T>(operation: () => T): T;
  realPath(node: object): string;
  stream_ops: {
    write(stream: Stream, ...more: unknown[]): unknown;
    fsync?(stream: Stream): number;
  };
  node_ops: {
    mknod(parent: object, name: string, ...more: unknown[]): unknown;
    setattr(node: object, ...more: unknown[]): unknown;
    rename(node: object, folder: object, name: string): unknown;
    unlink(parent: object, name: string): unknown;
  };
}

interface Stream {
  node: object;
  /** File descriptor of Node; `undefined` for a folder. */
  nfd?: number;
}

const hasNodeFiles = z.object({
  filesystems: z.object({
    NODEFS: z.custom<NodeFiles>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        ['stream_ops', 'node_ops', 'realPath', 'tryFSOperation'].every((name) => name in value),
    ),
  }),
});

/**
 * Files of PGlite with an fsync that reaches the disk. PGlite's own fsync does nothing, so a power
 * cut could lose the database. The hooks are internals of Emscripten and may change between
 * versions. Therefore the worker checks at every opening that the hooks run.
 */
export class DurableFileSystem extends NodeFS {
  /** Number of fsync calls that reached the disk. */
  syncs = 0;
  /** Paths that changed since the opening. Only these paths need their own fsync. */
  readonly #touched = new Set<string>();
  readonly #touchedStreams = new WeakSet<Stream>();
  #earlierWrites: 'unknown' | 'on disk' | 'one by one' = 'unknown';

  override async init(...given: Parameters<NodeFS['init']>): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(...given);
    const hook = (module: { FS: unknown }) =>
      this.#watch(hasNodeFiles.parse(module.FS).filesystems.NODEFS);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] },
    };
  }

  #watch(files: NodeFiles): void {
    const { stream_ops: streams, node_ops: nodes } = files;
    const { write } = streams;
    const { mknod, setattr, rename, unlink } = nodes;
    const touch = (path: string) => this.#touched.add(path);
    const touchEntry = (path: string) => {
      touch(path);
      touch(dirname(path));
    };
    streams.write = (stream, ...more) => {
      if (!this.#touchedStreams.has(stream)) {
        this.#touchedStreams.add(stream);
        touch(files.realPath(stream.node));
      }
      return write(stream, ...more);
    };
    nodes.mknod = (parent, name, ...more) => {
      touchEntry(resolve(files.realPath(parent), name));
      return mknod(parent, name, ...more);
    };
    nodes.setattr = (node, ...more) => {
      touch(files.realPath(node));
      return setattr(node, ...more);
    };
    nodes.rename = (node, folder, name) => {
      touchEntry(files.realPath(node));
      touchEntry(resolve(files.realPath(folder), name));
      return rename(node, folder, name);
    };
    nodes.unlink = (parent, name) => {
      touchEntry(resolve(files.realPath(parent), name));
      return unlink(parent, name);
    };
    streams.fsync = (stream) =>
      files.tryFSOperation(() => this.#sync(stream, files.realPath(stream.node)));
  }

  #sync(stream: Stream, path: string): number {
    if (this.#touched.has(path)) {
      if (stream.nfd === undefined) syncFolderNames(path);
      else fsyncSync(stream.nfd);
      this.syncs += 1;
    } else if (this.#earlierWrites !== 'on disk') this.#syncEarlier(stream);
    return 0;
  }

  /**
   * Syncs all writes of earlier processes at once, if possible. After a crash, PostgreSQL requests
   * an fsync of every file, which would take long one by one.
   */
  #syncEarlier(stream: Stream): void {
    if (this.#earlierWrites === 'unknown')
      this.#earlierWrites = syncFileSystem(this.rootDir) ? 'on disk' : 'one by one';
    if (this.#earlierWrites === 'one by one' && stream.nfd !== undefined) fsyncSync(stream.nfd);
  }
}

function syncFolderNames(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Returns PostgreSQL's start parameters. `durable` turns on fsync. */
export function buildPostgresStartParameters(durable: boolean): string[] {
  // A new journal file of 16 MB is not filled with zeros, because all queries would have to wait.
  const common = ['shared_buffers=64MB', 'work_mem=32MB', 'jit=off', 'wal_init_zero=off'];
  const settings = durable ? ['fsync=on', 'wal_sync_method=fsync', ...common] : common;
  const shipped = PGlite.defaultStartParams.filter((parameter) => !(durable && parameter === '-F'));
  return [...shipped, ...settings.flatMap((setting) => ['-c', setting])];
}
