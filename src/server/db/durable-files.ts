import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';

type Initialised = Awaited<ReturnType<NodeFS['init']>>;

const fileOperations = z.object({
  filesystems: z.object({ NODEFS: z.object({ stream_ops: z.custom<StreamOperations>((value) => typeof value === 'object') }) }),
});

interface StreamOperations {
  fsync?: (stream: { nfd?: number }) => number;
}

/**
 * As shipped, PGlite's files answer fsync without asking the disk, so a power cut loses the database.
 * The hook belongs to Emscripten and may move with a new version: the worker checks at every opening that it is called.
 */
export class DurableFiles extends NodeFS {
  /** How often the disk was asked to keep what was written. */
  syncs = 0;

  override async init(...given: Parameters<NodeFS['init']>): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(...given);
    const askTheDisk = (module: { FS: unknown }) => {
      fileOperations.parse(module.FS).filesystems.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        this.syncs += 1;
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), askTheDisk] } };
  }
}

/** PostgreSQL's settings at its start: with fsync for files that must survive, without for a database in memory. */
export function startParameters(durable: boolean): string[] {
  const common = ['shared_buffers=128MB', 'work_mem=32MB', 'jit=off'];
  const settings = durable ? ['fsync=on', 'wal_sync_method=fsync', ...common] : common;
  const shipped = PGlite.defaultStartParams.filter((parameter) => !(durable && parameter === '-F'));
  return [...shipped, ...settings.flatMap((setting) => ['-c', setting])];
}
