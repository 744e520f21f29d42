import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { buildTestApp } from '#test/app.ts';
import { openNewFolderDatabase } from './folder-database.ts';
import {
  bringLocations,
  generateCsvChunks,
  headers,
  importBenchFile,
  now,
  usageRows,
} from './import-files.ts';
import { median } from './median.ts';
import { measurePageCallsDuring } from './page-calls.ts';
import { measureSeconds } from './seconds.ts';
import { longestStall } from './stall.ts';
import type { BenchRow } from './types.ts';

const count = 1_000_000;
const people = 8;
const quietMs = 10_000;
const pagePaths = [
  '/api/auth/user',
  '/api/customer-practices',
  '/api/portfolio/list',
  '/api/benchmarks',
  '/api/work/summaries',
];

/**
 * Measures the effects of importing a million rows: the duration of other requests, the blocking of
 * the main thread, and the memory.
 */
export async function measureImportSideEffects(): Promise<BenchRow[]> {
  return [...(await callsMeanwhile()), await memory()];
}

async function callsMeanwhile(): Promise<BenchRow[]> {
  const test = await buildTestApp({ now: now(), database: await openNewFolderDatabase() });
  await bringLocations(test.database);
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const target = {
    origin,
    paths: pagePaths,
    cookies: await Promise.all(Array.from({ length: people }, () => test.signIn('member'))),
  };
  // The first request builds the lists, so it is not measured.
  for (const url of pagePaths) await test.inject({ method: 'GET', url });
  const quiet = async () => (await measurePageCallsDuring(target, () => pause(quietMs))).p99;

  const before = await quiet();
  let took = 0;
  let stall = 0;
  const during = await measurePageCallsDuring(target, async () => {
    stall = await longestStall(async () => {
      took = await measureSeconds(() =>
        importBenchFile(test.database, 'usage', generateCsvChunks(headers.usage, usageRows(count))),
      );
    });
  });
  const after = await quiet();
  const engine = test.database.engine;
  await test.close();
  const anchor = median([before, after]);
  const rows = count.toLocaleString('en-US');
  return [
    {
      bench: 'import',
      measure: `p99 of the pages' calls during an import of ${rows} rows, against none`,
      ours: during.p99,
      anchor,
      ratio: during.p99 / anchor,
      limit: { atMost: 2 },
      unit: 'ms',
      note: `${during.calls} calls of ${people} people while it took ${took.toFixed(1)} s, ${engine}`,
    },
    {
      bench: 'import',
      measure: 'longest stall of the main thread meanwhile',
      ours: stall,
      anchor: 50,
      ratio: stall / 50,
      limit: { atMost: 1 },
      unit: 'ms',
      note: 'the anchor is the promise',
    },
  ];
}

/** Measures the memory in a separate process that does nothing else. */
async function memory(): Promise<BenchRow> {
  const child = fork(new URL('./import-memory.ts', import.meta.url), [String(count)], {
    execArgv: ['--expose-gc'],
  });
  const [message] = await once(child, 'message');
  child.kill();
  const { grownMb, residentMb } = z
    .object({ grownMb: z.number(), residentMb: z.number() })
    .parse(message);
  return {
    bench: 'import',
    measure: `growth of memory during an import of ${count.toLocaleString('en-US')} rows`,
    ours: grownMb,
    anchor: 64,
    ratio: grownMb / 64,
    limit: { atMost: 1 },
    unit: 'MB',
    note: `heap and buffers of the main thread after a small import; the whole process with the database in it grew by ${residentMb.toFixed(0)} MB`,
  };
}
