// The server restarted on change, and the pages with hot reload in front of it.
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const origin = `http://localhost:${port}`;

const server = spawn('node', ['--watch-path=src/server', '--watch-path=src/shared', 'src/server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(serverPort), APP_ORIGIN: origin },
});
const api = `http://127.0.0.1:${serverPort}`;
const pages = await createServer({ server: { port, strictPort: true, proxy: { '/api': api, '/auth': api } } });
await pages.listen();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.kill(signal);
    void pages.close().then(() => process.exit(0));
  });
}
server.once('exit', (code) => process.exit(code ?? 1));
