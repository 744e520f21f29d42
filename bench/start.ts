// Measures the time from the start to the first answer, with everything installed and built. The
// first start has an empty data folder, the second start the same folder. Also measures the memory
// of the idle process.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../scripts/free-port.ts';
import type { Bench, BenchRow } from './types.ts';

const limits = {
  /** Maximum duration in seconds of the first start, which seeds and scores the demo. */
  first: 60,
  /** Maximum duration in seconds of a later start. */
  later: 5,
  /** Maximum memory after a later start, as a multiple of the memory of the engine alone. */
  timesTheEngine: 1.8,
  /**
   * Maximum memory after the first start, as a multiple of the memory of the engine alone. The limit
   * is higher, because the memory allocator keeps the memory that seeding used until the next start.
   */
  timesTheEngineOnceSeeded: 3,
};
/** Environment variables that `npm start` and the systemd unit set. */
const asInstalled = { MALLOC_ARENA_MAX: '2' };
/**
 * Seconds of idling before the memory is measured. By then, the engine has released the memory that
 * the start used.
 */
const restSeconds = 60;

interface Started {
  seconds: number;
  restingMegabytes: number;
}

export const startBench: Bench = {
  name: 'start',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-start-'));
    const dataDir = join(folder, 'data');
    try {
      const first = await start(dataDir);
      const later = await start(dataDir);
      const engine = await engineAlone(dataDir);
      const seconds = (measure: string, ours: number, limit: number): BenchRow => ({
        bench: 'start',
        measure,
        ours,
        anchor: limit,
        ratio: ours / limit,
        limit: { atMost: 1 },
        unit: 's',
        note: 'the anchor is the promise',
      });
      const memory = (measure: string, ours: number, atMost: number): BenchRow => ({
        bench: 'start',
        measure,
        ours,
        anchor: engine,
        ratio: ours / engine,
        limit: { atMost },
        unit: 'MB',
        note: 'the anchor is the embedded database alone, open in a bare process',
      });
      return [
        seconds('first start, demo seeded and scored', first.seconds, limits.first),
        seconds('later start', later.seconds, limits.later),
        memory(
          'memory at rest after a first start',
          first.restingMegabytes,
          limits.timesTheEngineOnceSeeded,
        ),
        memory('memory at rest after a later start', later.restingMegabytes, limits.timesTheEngine),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function start(dataDir: string): Promise<Started> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      ...asInstalled,
      PORT: String(port),
      APP_ORIGIN: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let ended = false;
  const gone = once(server, 'exit').then(() => {
    ended = true;
  });
  while (!(await answers(`${origin}/healthz`))) {
    if (ended) throw new Error('The server ended instead of answering');
    await pause(50);
  }
  const seconds = (performance.now() - started) / 1000;
  await pause(restSeconds * 1000);
  const restingMegabytes = residentMegabytes(server);
  server.kill('SIGTERM');
  await gone;
  return { seconds, restingMegabytes };
}

async function engineAlone(dataDir: string): Promise<number> {
  const engine = fork(join(import.meta.dirname, 'engine-alone.ts'), {
    env: { ...process.env, ...asInstalled, DATA_DIR: dataDir },
  });
  await once(engine, 'message');
  await pause(10_000);
  const megabytes = residentMegabytes(engine);
  engine.kill('SIGTERM');
  await once(engine, 'exit');
  return megabytes;
}

/** Returns the resident memory of a process in megabytes, as Linux counts it. */
function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
