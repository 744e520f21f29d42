import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

/** Starts a server with a separate, empty database. The caller must stop it. */
export async function startEmptyServer() {
  const folder = mkdtempSync(join(tmpdir(), 'chairside-e2e-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    APP_ORIGIN: origin,
    DATA_DIR: folder,
    SEED: 'none',
  };
  const server = spawn('node', ['src/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answers = () =>
    fetch(`${origin}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
    await pause(200);
  }
  return {
    origin,
    /** Returns a hash of the rows of each table. */
    async hashes(): Promise<Record<string, string>> {
      const { stdout } = await promisify(execFile)('node', ['test/fixtures/table-hashes.ts'], {
        cwd: root,
        env,
      });
      return JSON.parse(stdout) as Record<string, string>;
    },
    async stop(): Promise<void> {
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
