// Measures how long the main thread is blocked while the embedded database runs a query for two
// seconds. The main thread answers all requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EmbeddedDatabase } from '#server/core/db/embedded/embedded.ts';
import { openEmbeddedFolder } from '#server/core/db/embedded/folder.ts';
import { median } from './median.ts';
import { measureSeconds } from './seconds.ts';
import { longestStall } from './stall.ts';
import type { Bench } from './types.ts';

const rounds = 7;
const limitMs = 50;
const targetSeconds = 2;

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
            took.push(await measureSeconds(() => count(database, numbers)));
          }),
        );
        idle.push(await longestStall(() => pause(targetSeconds * 1000)));
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
          note: `the anchor is the promise; the query took ${median(took).toFixed(1)} s, without it ${median(idle).toFixed(1)} ms`,
        },
      ];
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const count = (database: EmbeddedDatabase, numbers: number) =>
  sql`select count(*) from generate_series(1, ${numbers}::int) n where sqrt(n) > 0`.execute(
    database.background,
  );

/**
 * Returns the number of generated rows with which a query on this machine takes about two seconds.
 */
async function numbersFor(database: EmbeddedDatabase): Promise<number> {
  const sample = 500_000;
  await count(database, sample);
  return Math.round(
    (sample * targetSeconds) / (await measureSeconds(() => count(database, sample))),
  );
}
