import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles, startParameters } from './durable-files.ts';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './embedded-protocol.ts';

const start: WorkerStart = workerData;
if (parentPort === null) throw new Error('The embedded database runs in a thread of its own');
const port = parentPort;

const answer = (message: WorkerAnswer) => port.postMessage(message, message.kind === 'done' ? [message.bytes.buffer as ArrayBuffer] : []);
const failed = (error: unknown) => answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });

async function open(): Promise<PGlite> {
  if (start.store.kind === 'memory') {
    const { dump } = start.store;
    return PGlite.create({
      pgliteWasmModule: start.module,
      startParams: startParameters(false),
      ...(dump === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(dump)]) }),
    });
  }
  const files = new DurableFiles(start.store.folder);
  const opened = await PGlite.create({ fs: files, pgliteWasmModule: start.module, startParams: startParameters(true) });
  await assertDurable(opened, files);
  return opened;
}

/** Writes something that must reach the disk, and refuses to serve when no fsync was seen. */
async function assertDurable(opened: PGlite, files: DurableFiles): Promise<void> {
  const { rows } = await opened.query<{ fsync: string }>('show fsync');
  const before = files.syncs;
  await opened.query('select pg_logical_emit_message(true, $1, $1)', ['durability probe']);
  if (rows[0]?.fsync !== 'on' || files.syncs === before) throw new Error('the embedded database does not write durably (no fsync seen)');
}

async function run(database: PGlite, message: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData: (bytes) => chunks.push(bytes.slice()) });
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

async function handle(database: PGlite, request: WorkerRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'run':
      return run(database, request.message);
    case 'dump': {
      const dump = await database.dumpDataDir('none');
      return new Uint8Array(await dump.arrayBuffer());
    }
    case 'close':
      await database.close();
      return new Uint8Array();
  }
}

try {
  const database = await open();
  port.on('message', (request: WorkerRequest) => {
    handle(database, request).then((bytes) => answer({ kind: 'done', bytes }), failed);
  });
  answer({ kind: 'opened' });
} catch (error) {
  failed(error);
}
