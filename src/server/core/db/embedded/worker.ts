import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { buildPostgresStartParameters, DurableFileSystem } from './durable-files.ts';
import { FatalMessageRecorder } from './fatal-message.ts';
import type {
  EmbeddedDatabaseLocation,
  WorkerAnswer,
  WorkerRequest,
  WorkerStart,
} from './protocol.ts';

if (parentPort === null) throw new Error('The embedded database runs in a thread of its own');
const port = parentPort;
const { store, module }: WorkerStart = workerData;

const fatalMessage = new FatalMessageRecorder();
const send = (answer: WorkerAnswer, transfer: ArrayBuffer[] = []) =>
  port.postMessage(answer, transfer);
const sendFailure = (error: unknown) =>
  send({ kind: 'failed', message: fatalMessage.explain(error) });

function onStderr(line: string): boolean {
  fatalMessage.read(line);
  // After an abort, PGlite continues with a broken engine and never answers.
  if (line.startsWith('Aborted(')) {
    sendFailure(new Error(line));
    process.exit();
  }
  return false;
}

async function open(from: EmbeddedDatabaseLocation): Promise<PGlite> {
  if (from.kind === 'memory') {
    const dump =
      from.dump === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(from.dump)]) };
    return PGlite.create({
      pgliteWasmModule: module,
      startParams: buildPostgresStartParameters(false),
      onStderr,
      ...dump,
    });
  }
  if (from.kind === 'new folder')
    return PGlite.create({
      fs: new NodeFS(from.folder),
      pgliteWasmModule: module,
      startParams: buildPostgresStartParameters(false),
      onStderr,
    });
  // PostgreSQL's own lock file has no meaning here. An empty lock file, left by a power cut, would
  // prevent the start. `folder.lock` protects the folder instead.
  rmSync(join(from.folder, 'postmaster.pid'), { force: true });
  const files = new DurableFileSystem(from.folder);
  const opened = await PGlite.create({
    fs: files,
    pgliteWasmModule: module,
    startParams: buildPostgresStartParameters(true),
    onStderr,
  });
  await assertDurable(opened, files);
  return opened;
}

/**
 * Commits a test transaction. Throws when it caused no fsync, because a power cut could then lose
 * the database.
 */
async function assertDurable(opened: PGlite, files: DurableFileSystem): Promise<void> {
  const { rows } = await opened.query<{ fsync: string }>('show fsync');
  const before = files.syncs;
  await opened.query('select pg_logical_emit_message(true, $1, $1)', ['durability probe']);
  if (rows[0]?.fsync !== 'on' || files.syncs === before)
    throw new Error('it does not write durably (no fsync was observed)');
}

async function run(database: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await database.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (bytes) => chunks.push(bytes.slice()),
  });
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Returns the engine's memory in bytes, which never shrinks; 0 for a closed database. */
const memoryOf = (database: PGlite): number =>
  database.closed ? 0 : database.Module.HEAPU8.byteLength;

async function handle(database: PGlite, request: WorkerRequest): Promise<Uint8Array<ArrayBuffer>> {
  switch (request.kind) {
    case 'run':
      return run(database, request.message);
    case 'dump':
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
    case 'close':
      await database.close();
      return new Uint8Array();
  }
}

try {
  const database = await open(store);
  port.on('message', (request: WorkerRequest) => {
    handle(database, request).then(
      (bytes) => send({ kind: 'done', bytes, memoryBytes: memoryOf(database) }, [bytes.buffer]),
      sendFailure,
    );
  });
  send({ kind: 'opened' });
} catch (error) {
  sendFailure(error);
}
