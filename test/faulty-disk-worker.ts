// Thread of the embedded database on a simulated disk that loses power or fails to store writes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '#server/core/seeded-random.ts';

export type DiskFault =
  /** The power fails at an operation. Each block that was not synced is lost at random. */
  | { kind: 'power cut'; atOperation: number; seed: number }
  /** The fsync with this number fails. */
  | { kind: 'failing fsync'; atSync: number };

const { fault }: { fault: DiskFault | undefined } = workerData;
const blockSize = 4096;

/** State of a file on disk if no write since its last fsync had reached the disk. */
interface Unsynced {
  size: number;
  blocks: Map<number, Buffer>;
}

const {
  openSync,
  closeSync,
  readSync,
  writeSync,
  fsyncSync,
  ftruncateSync,
  writeFileSync,
  renameSync,
  unlinkSync,
  statSync,
} = fs;
const paths = new Map<number, string>();
const unsynced = new Map<string, Unsynced>();
let operations = 0;
let syncs = 0;

/** Counts an operation that changes the disk. Cuts the power at the chosen operation. */
function operate(): void {
  operations += 1;
  if (fault?.kind === 'power cut' && operations === fault.atOperation) cutPower(fault.seed);
}

/** Saves the blocks of a file between two offsets before they change. */
function remember(path: string, from: number, to: number): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const file = unsynced.get(path) ?? { size, blocks: new Map<number, Buffer>() };
  unsynced.set(path, file);
  for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1)
    if (!file.blocks.has(block))
      file.blocks.set(block, block * blockSize < size ? read(path, block) : Buffer.alloc(0));
}

function read(path: string, block: number): Buffer {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(blockSize);
  const length = readSync(file, bytes, 0, blockSize, block * blockSize);
  closeSync(file);
  return bytes.subarray(0, length);
}

/** Restores randomly chosen unsynced blocks and file sizes to their state on disk. */
function cutPower(seed: number): never {
  const random = createRandom('power cut', seed);
  const loss = random.pick([1, 0.9, 0.5, 0.1]);
  for (const [path, { size, blocks }] of unsynced) {
    const now = statSync(path).size;
    const sizeIsLost = random.chance(loss);
    const left = sizeIsLost ? size : now;
    const file = openSync(path, 'r+');
    for (const [block, old] of blocks) {
      const length = Math.min(blockSize, left - block * blockSize);
      // A lost truncation also restores the blocks that it removed.
      const isLost = random.chance(loss) || (sizeIsLost && now < size);
      if (isLost && length > 0)
        writeSync(
          file,
          Buffer.concat([old, Buffer.alloc(blockSize)]),
          0,
          length,
          block * blockSize,
        );
    }
    ftruncateSync(file, left);
    closeSync(file);
  }
  parentPort?.postMessage({ kind: 'failed', message: 'the power was cut' });
  process.exit();
}

Object.assign(fs, {
  openSync(path: string, ...more: [fs.OpenMode]) {
    const file = openSync(path, ...more);
    paths.set(file, path);
    return file;
  },
  writeSync(file: number, bytes: Uint8Array, offset: number, length: number, position: number) {
    operate();
    const path = paths.get(file);
    if (path !== undefined) remember(path, position, position + length);
    return writeSync(file, bytes, offset, length, position);
  },
  ftruncateSync(file: number, size: number) {
    operate();
    const path = paths.get(file);
    if (path !== undefined) rememberResize(path, size);
    ftruncateSync(file, size);
  },
  writeFileSync(path: string, ...more: [string]) {
    operate();
    rememberResize(path, 0);
    writeFileSync(path, ...more);
  },
  fsyncSync(file: number) {
    operate();
    syncs += 1;
    if (fault?.kind === 'failing fsync' && syncs === fault.atSync)
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    fsyncSync(file);
    unsynced.delete(paths.get(file) ?? '');
  },
  // A power cut loses no rename, because the file system's journal records renames. It can still
  // lose unsynced content of a renamed file.
  renameSync(from: string, to: string) {
    operate();
    renameSync(from, to);
    const moved = unsynced.get(from);
    unsynced.delete(from);
    unsynced.delete(to);
    if (moved !== undefined) unsynced.set(to, moved);
  },
  unlinkSync(path: string) {
    operate();
    unlinkSync(path);
    unsynced.delete(path);
  },
});
syncBuiltinESMExports();

function rememberResize(path: string, size: number): void {
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  remember(path, Math.min(before, size), Math.max(before, size));
}

await import('#server/core/db/embedded/worker.ts');
