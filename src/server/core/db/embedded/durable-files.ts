import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';
import { syncFileSystem } from './sync-folder.ts';

type Initialised = Awaited<ReturnType<NodeFS['init']>>;

/** The parts of Emscripten's file system on Node that matter for what reaches the disk. */
interface NodeFiles {
  /** Turns an error of Node into the number that PostgreSQL sees; any other error would be swallowed by PGlite. */
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
  /** The file's number on Node's side; a folder has none. */
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
 * As shipped, PGlite's files answer fsync without asking the disk, so a power cut loses the database.
 * The hooks belong to Emscripten and may move with a new version: the worker checks at every opening that they are called.
 */
export class DurableFiles extends NodeFS {
  /** How often the disk was asked to keep what was written. */
  syncs = 0;
  /** Files and folders that were changed since opening: only these need an fsync of their own. */
  readonly #touched = new Set<string>();
  readonly #touchedStreams = new WeakSet<Stream>();
  #earlierWrites: 'unknown' | 'on disk' | 'one by one' = 'unknown';

  override async init(...given: Parameters<NodeFS['init']>): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(...given);
    const hook = (module: { FS: unknown }) => this.#watch(hasNodeFiles.parse(module.FS).filesystems.NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
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
    streams.fsync = (stream) => files.tryFSOperation(() => this.#sync(stream, files.realPath(stream.node)));
  }

  #sync(stream: Stream, path: string): number {
    if (this.#touched.has(path)) {
      if (stream.nfd === undefined) syncFolderNames(path);
      else fsyncSync(stream.nfd);
      this.syncs += 1;
    } else if (this.#earlierWrites !== 'on disk') this.#syncEarlier(stream);
    return 0;
  }

  /** After a crash PostgreSQL asks for every file there is, in case an earlier process had not: answered for all at once. */
  #syncEarlier(stream: Stream): void {
    if (this.#earlierWrites === 'unknown') this.#earlierWrites = syncFileSystem(this.rootDir) ? 'on disk' : 'one by one';
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

/** PostgreSQL's settings at its start: with fsync for files that must survive, else without. */
export function startParameters(durable: boolean): string[] {
  // A new journal file of 16 MB is not filled with zeros first, because everyone would wait for that.
  const common = ['shared_buffers=64MB', 'work_mem=32MB', 'jit=off', 'wal_init_zero=off'];
  const settings = durable ? ['fsync=on', 'wal_sync_method=fsync', ...common] : common;
  const shipped = PGlite.defaultStartParams.filter((parameter) => !(durable && parameter === '-F'));
  return [...shipped, ...settings.flatMap((setting) => ['-c', setting])];
}
