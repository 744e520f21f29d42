// From `node src/server/main.ts` with installed and built files to the first answer: an empty data folder, then the same folder again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import type { Bench, BenchRow } from './types.ts';

const limits = { first: 60, later: 5 };

export const startBench: Bench = {
  name: 'start',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-start-'));
    try {
      const first = await secondsToAnswer(folder);
      const later = await secondsToAnswer(folder);
      const row = (measure: string, ours: number, limit: number): BenchRow => ({
        bench: 'start',
        measure,
        ours,
        anchor: limit,
        ratio: ours / limit,
        limit: { atMost: 1 },
        unit: 's',
        note: 'the anchor is the promise',
      });
      return [row('first start, demo seeded and scored', first, limits.first), row('later start', later, limits.later)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function secondsToAnswer(folder: string): Promise<number> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, PORT: String(port), APP_ORIGIN: origin, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<number>((resolve) => server.once('exit', (code) => resolve(code ?? 1)));
  let ended = false;
  void gone.then(() => {
    ended = true;
  });
  while (!(await answers(`${origin}/healthz`))) {
    if (ended) throw new Error('The server ended instead of answering');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - started) / 1000;
  server.kill('SIGTERM');
  await gone;
  return seconds;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
