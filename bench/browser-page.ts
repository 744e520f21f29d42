import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import type { Browser } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchBrowser } from '../scripts/browser.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/**
 * Builds and serves a page of bench/pages and starts a browser. Calls `use` with the browser and
 * the page's address.
 */
export async function withBenchPage<Result>(
  name: string,
  use: (browser: Browser, address: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(tmpdir(), `${name}-bench-${process.pid}`);
  await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(import.meta.dirname, `pages/${name}.html`) },
    },
  });
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const body = await readFile(join(folder, path));
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    return await use(
      browser,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/bench/pages/${name}.html`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

const rounds = 3;

/**
 * Runs a page alternately with many rows and with few rows. Each is first run once as a warm-up.
 */
export async function compareManyWithFew<Run>(
  name: string,
  { many, few }: { many: number; few: number },
  runOnce: (browser: Browser, address: string, rows: number) => Promise<Run>,
): Promise<{ ours: Run[]; anchor: Run[] }> {
  return withBenchPage(name, async (browser, address) => {
    await runOnce(browser, address, few);
    const ours: Run[] = [];
    const anchor: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runOnce(browser, address, many));
      anchor.push(await runOnce(browser, address, few));
    }
    return { ours, anchor };
  });
}
