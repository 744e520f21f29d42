import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { HttpError } from '../../errors.ts';
import { DiskFull, QueryDeadline } from '../database.ts';
import type { Lease } from './connection.ts';
import { encodeFrame, readFrames } from './frames.ts';

/** What an answer on the socket is: the database's own bytes, or why there are none. */
export const frameKinds = { message: 0, busy: 1, deadline: 2, diskFull: 3, unavailable: 4 } as const;

/** What the operating system takes as the path of a socket. */
const longestPath = 103;

/** Where a process that has the embedded database of a data folder listens for commands. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'commands', 'database.sock');
  const shorter = relative(process.cwd(), path);
  return shorter.length < path.length ? shorter : path;
}

/**
 * Lends the embedded database's one connection to the commands of this machine, over a socket that only the folder's owner can
 * reach: for a statement or a transaction at a time, as to this process's own jobs. Throws when there can be no socket there.
 */
export async function shareConnection(dataDir: string, lend: () => Promise<Lease>): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  if (Buffer.byteLength(path) > longestPath) throw new Error(`the path of the data folder is too long for a socket: ${path}`);
  const folder = join(dataDir, 'commands');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  // The folder is locked by this process, so a socket that stands there was left behind by a dead one.
  await rm(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A command that was killed: reading ends, and with it the use.
    socket.on('error', () => socket.destroy());
    void serve(socket, lend);
  });
  await new Promise<void>((resolve, reject) => {
    // The listener stays, so that a later failure to accept a connection does not end the process.
    server.on('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Until the command hangs up, or the database breaks off. The connection is given back when no transaction is open. */
async function serve(socket: Socket, lend: () => Promise<Lease>): Promise<void> {
  let lease: Lease | undefined;
  try {
    for await (const { body } of readFrames(socket.iterator({ destroyOnReturn: false }))) {
      lease ??= await lend();
      socket.write(encodeFrame(frameKinds.message, await lease.run(body)));
      if (lease.inTransaction) continue;
      lease.release();
      lease = undefined;
    }
  } catch (error) {
    // A command that was killed reads no answer. What it left open is rolled back.
    socket.end(encodeFrame(kindOf(error), Buffer.from(error instanceof Error ? error.message : String(error))));
  } finally {
    lease?.release();
  }
}

function kindOf(error: unknown): number {
  if (error instanceof HttpError) return frameKinds.busy;
  if (error instanceof QueryDeadline) return frameKinds.deadline;
  return error instanceof DiskFull ? frameKinds.diskFull : frameKinds.unavailable;
}
