import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { errorMessage } from '#shared/core/error-message.ts';
import { HttpError } from '../../errors.ts';
import { DiskFull, QueryDeadlineExceeded } from '../database.ts';
import type { ConnectionLease } from './connection.ts';
import { encodeSocketFrame, readSocketFrames } from './frames.ts';

/** Kinds of answer frames: a result of the database, or an error. */
export const replyFrameKinds = {
  message: 0,
  busy: 1,
  deadline: 2,
  diskFull: 3,
  unavailable: 4,
} as const;

/** Maximum length of the path of a socket, in bytes. */
const longestPath = 103;

/**
 * Returns the path of the socket on which the process with the embedded database accepts
 * connections from commands.
 */
export function sharedSocketPath(dataDir: string): string {
  const path = join(dataDir, 'commands', 'database.sock');
  const shorter = relative(process.cwd(), path);
  return shorter.length < path.length ? shorter : path;
}

/**
 * Leases the embedded database's connection to commands on this machine over a socket. Only the
 * owner of the folder can open the socket. A lease lasts for one statement or transaction. Throws
 * when the socket cannot be created.
 */
export async function serveSharedConnection(
  dataDir: string,
  lend: () => Promise<ConnectionLease>,
): Promise<{ close(): Promise<void> }> {
  const path = sharedSocketPath(dataDir);
  if (Buffer.byteLength(path) > longestPath)
    throw new Error(`the path of the data folder is too long for a socket: ${path}`);
  const folder = join(dataDir, 'commands');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  // This process holds the folder's lock, so an existing socket belongs to a dead process.
  await rm(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Destroying the socket ends the reading loop of `serve`, which returns the connection. This
    // happens when a command is killed.
    socket.on('error', () => socket.destroy());
    void serve(socket, lend);
  });
  await new Promise<void>((resolve, reject) => {
    // The listener stays in place, because an 'error' event without a listener would end the
    // process.
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

/**
 * Serves one command until it disconnects or the database fails. Releases the connection whenever
 * no transaction is open.
 */
async function serve(socket: Socket, lend: () => Promise<ConnectionLease>): Promise<void> {
  let lease: ConnectionLease | undefined;
  try {
    for await (const { body } of readSocketFrames(socket.iterator({ destroyOnReturn: false }))) {
      lease ??= await lend();
      socket.write(encodeSocketFrame(replyFrameKinds.message, await lease.run(body)));
      if (lease.inTransaction) continue;
      lease.release();
      lease = undefined;
    }
  } catch (error) {
    // The caller's open transaction is rolled back. A killed command does not read this answer.
    socket.end(encodeSocketFrame(kindOf(error), Buffer.from(errorMessage(error))));
  } finally {
    lease?.release();
  }
}

function kindOf(error: unknown): number {
  if (error instanceof HttpError) return replyFrameKinds.busy;
  if (error instanceof QueryDeadlineExceeded) return replyFrameKinds.deadline;
  return error instanceof DiskFull ? replyFrameKinds.diskFull : replyFrameKinds.unavailable;
}
