// How long the main thread, which answers every request, is held up while the embedded database works on one query for two seconds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EmbeddedDatabase } from '#server/db/embedded.ts';
import { openEmbeddedFolder } from '#server/db/embedded-folder.ts';
import { median } from './median.ts';
import type { Bench } from './types.ts';

const rounds = 7;
const limitMs = 50;
const wantedMs = 2_000;

export const queryBench: Bench = {
  name: 'query',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-query-'));
    const database = await openEmbeddedFolder(folder);
    try {
      const numbers = await numbersFor(database);
      const queried: number[] = [];
      const idle: number[] = [];
      const took: number[] = [];
      for (let round = 0; round < rounds; round++) {
        queried.push(
          await longestStall(async () => {
            took.push(await millisecondsOf(() => count(database, numbers)));
          }),
        );
        idle.push(await longestStall(() => pause(wantedMs)));
      }
      const ours = median(queried);
      return [
        {
          bench: 'query',
          measure: 'longest stall of the main thread during one query',
          ours,
          anchor: limitMs,
          ratio: ours / limitMs,
          limit: { atMost: 1 },
          unit: 'ms',
          note: `the anchor is the promise; the query took ${(median(took) / 1000).toFixed(1)} s, without it ${median(idle).toFixed(1)} ms`,
        },
      ];
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const count = (database: EmbeddedDatabase, numbers: number) =>
  sql`select count(*) from generate_series(1, ${numbers}::int) n where sqrt(n) > 0`.execute(database.jobs);

/** How many numbers keep this machine's database busy for about two seconds. */
async function numbersFor(database: EmbeddedDatabase): Promise<number> {
  const sample = 500_000;
  await count(database, sample);
  return Math.round((sample * wantedMs) / (await millisecondsOf(() => count(database, sample))));
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
