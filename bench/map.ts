// The map page with 100,000 practices against the same page with 5,000, in a browser that draws in software.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import type { Browser } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchBrowser } from '../scripts/browser.ts';
import { median } from './median.ts';
import type { MapRun } from './pages/map-run.ts';
import type { Bench, BenchRow } from './types.ts';

const rounds = 3;
const many = 100_000;
const few = 5_000;
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

async function runOnce(browser: Browser, origin: string, practices: number): Promise<MapRun> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${origin}/bench/pages/map.html?practices=${practices}`);
  const run: MapRun = await page.evaluate('window.mapRun');
  await page.close();
  if (run.drawn !== practices) throw new Error(`Of ${practices} practices the marks stand for ${run.drawn}`);
  return run;
}

export const mapBench: Bench = {
  name: 'map',
  async run() {
    const folder = join(tmpdir(), `map-bench-${process.pid}`);
    const page = join(import.meta.dirname, 'pages', 'map.html');
    await build({
      root: join(import.meta.dirname, '..'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      worker: { format: 'es' },
      build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { input: page } },
    });
    const server = createServer(async (request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
      try {
        const body = await readFile(join(folder, path));
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await launchBrowser();

    await runOnce(browser, origin, few);
    const ours: MapRun[] = [];
    const anchor: MapRun[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await runOnce(browser, origin, many));
      anchor.push(await runOnce(browser, origin, few));
    }
    await browser.close();
    server.close();

    const row = (measure: string, figure: keyof MapRun, atMost: number, note: string): BenchRow => ({
      bench: 'map',
      measure,
      ours: median(ours.map((run) => run[figure])),
      anchor: median(anchor.map((run) => run[figure])),
      ratio: median(ours.map((run, round) => run[figure] / (anchor[round]?.[figure] ?? Number.NaN))),
      limit: { atMost },
      unit: 'ms',
      note,
    });
    const longest = (runs: readonly MapRun[]) => Math.round(median(runs.map((run) => run.longestTask)));
    return [
      row(
        'first idle, 100,000 against 5,000 practices',
        'millisecondsToIdle',
        1.3,
        `from the list in memory to all on the screen; longest main-thread task ${longest(ours)} against ${longest(anchor)} ms`,
      ),
      row('pan frame, 100,000 against 5,000 practices', 'panFrame', 1.15, 'mean of 60 frames, software GL'),
    ];
  },
};
