// Runs the server behind a development server with hot reload of the pages. Restarts the server
// when its sources change.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { InvalidSettings } from '../src/server/core/env/env.ts';
import { readEnvSettings } from '../src/server/core/env/env-file.ts';

const root = join(import.meta.dirname, '..');
const sources = ['src/server', 'src/shared', 'migrations'].map((folder) => join(root, folder));
const port = chosenPort();
const serverPort = port + 2;
const origin = `http://localhost:${port}`;
const api = `http://127.0.0.1:${serverPort}`;

const pages = await createServer({
  server: {
    port,
    strictPort: true,
    proxy: { '/api': api, '/auth': api, '/demo-identity': api, '/insights/': api },
  },
});
await pages.listen();
let server = startServer();

// Node's --watch is not used. With it, worker threads report to a parent that does not exist, and
// the database thread fails.
pages.watcher.add(sources);
let restarting: Promise<void> | undefined;
pages.watcher.on('change', (file) => {
  if (!sources.some((folder) => file.startsWith(folder)) || restarting !== undefined) return;
  restarting = restart().finally(() => {
    restarting = undefined;
  });
});

function chosenPort(): number {
  try {
    return readEnvSettings().PORT;
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    console.error(`These settings are invalid (see .env.example):\n${error.message}`);
    process.exit(1);
  }
}

function startServer(): ChildProcess {
  const child = spawn('node', ['src/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(serverPort), APP_ORIGIN: origin, PAGES: 'elsewhere' },
  });
  child.once('exit', (code) => {
    if (code !== 0 && code !== null)
      console.log('The server stopped. Save a file to start it again.');
  });
  return child;
}

async function restart(): Promise<void> {
  await stop();
  server = startServer();
}

async function stop(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([stop(), pages.close()]).then(() => process.exit(0));
  });
}
