import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Initialised = Awaited<ReturnType<NodeFS['init']>>;
type PreRun = NonNullable<NonNullable<Initialised['emscriptenOpts']['preRun']>>;

interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
}

/**
 * As shipped, PGlite's files answer fsync without asking the disk, so a power cut loses the database.
 * The hook belongs to Emscripten: it may move with a new version, and opening checks that it is called.
 */
export class DurableFiles extends NodeFS {
  syncs = 0;

  override async init(...given: Parameters<NodeFS['init']>): Promise<Initialised> {
    const initialised = await super.init(...given);
    const options = initialised.emscriptenOpts;
    const hook: PreRun extends (infer Step)[] ? Step : never = (module: { FS: unknown }) => {
      const files = module.FS as { filesystems: { NODEFS: NodeFiles } };
      files.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        this.syncs += 1;
        return 0;
      };
    };
    options.preRun = [...(Array.isArray(options.preRun) ? options.preRun : []), hook];
    return initialised;
  }
}

/** PostgreSQL's own settings: with fsync for files that must survive, without for a database in memory. */
export function startParameters(durable: boolean): string[] {
  const shared = ['-c', 'shared_buffers=128MB'];
  if (!durable) return [...PGlite.defaultStartParams, ...shared];
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    ...shared,
  ];
}
