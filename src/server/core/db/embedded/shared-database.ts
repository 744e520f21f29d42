import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { busy } from '../../errors.ts';
import {
  type Database,
  DatabaseUnavailable,
  DiskFull,
  QueryDeadlineExceeded,
} from '../database.ts';
import { createBackgroundOperations, type ProtocolConnection, Session } from '../session.ts';
import { encodeSocketFrame, readSocketFrames, type SocketFrame } from './frames.ts';
import { replyFrameKinds, sharedSocketPath } from './shared-connection.ts';

/**
 * Opens the embedded database that another process shares from its data folder; `undefined` when no
 * process shares the database.
 */
export async function openSharedDatabase(dataDir: string): Promise<Database | undefined> {
  const folder = resolve(dataDir);
  const path = sharedSocketPath(folder);
  const first = await connected(path).catch(() => undefined);
  if (first === undefined) return undefined;
  first.destroy();
  const acquire = async () =>
    new Session(
      protocolConnectionOver(
        await connected(path).catch((error: unknown) => {
          throw new DatabaseUnavailable(
            `The server that uses the data folder ${folder} has stopped`,
            { cause: error },
          );
        }),
        folder,
      ),
    );
  const over = createBackgroundOperations(acquire);
  return {
    engine: 'embedded',
    isAlone: false,
    foreground: over.background,
    reading: () => over.background,
    replica: () => null,
    ...over,
    share: () =>
      Promise.reject(new Error('Only the process that opened the database can share it')),
    async check() {
      const status = await over.execute('select 1').then(
        () => 'ok' as const,
        () => 'down' as const,
      );
      return { status, sinceMs: 0, answeredMs: 0 };
    },
    load: () => [],
    close: async () => undefined,
  };
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    socket.once('error', reject);
  });
}

function protocolConnectionOver(socket: Socket, folder: string): ProtocolConnection {
  const frames = readSocketFrames(socket);
  // The reading loop below reports a broken socket.
  socket.on('error', () => undefined);
  return {
    databaseName: `The embedded database in ${folder}`,
    async run(message) {
      socket.write(encodeSocketFrame(replyFrameKinds.message, message));
      const next = await frames.next().catch(() => undefined);
      if (next === undefined || next.done === true)
        throw new DatabaseUnavailable(
          `The server that uses the data folder ${folder} has stopped. Unfinished work is rolled back. Run the command again.`,
        );
      if (next.value.kind === replyFrameKinds.message) return next.value.body;
      throw errorOf(next.value);
    },
    release: () => socket.end(),
  };
}

function errorOf({ kind, body }: SocketFrame): Error {
  const message = body.toString();
  if (kind === replyFrameKinds.busy) return busy(message);
  if (kind === replyFrameKinds.deadline) return new QueryDeadlineExceeded(message);
  return kind === replyFrameKinds.diskFull
    ? new DiskFull(message)
    : new DatabaseUnavailable(message);
}
