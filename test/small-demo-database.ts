import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runPipelineStep } from '#server/churn/pipeline/pipeline.ts';
import { StepStopped } from '#server/churn/steps/step.ts';
import type { Database } from '#server/core/db/database.ts';
import { openEmbedded } from '#server/core/db/embedded/embedded.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { scoreAndPopulateDemo } from '#server/demo/start.ts';
import { rooms } from '#server/rooms.ts';
import { pipelineStepKeys } from '#shared/churn/pipeline/pipeline-runs.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildTestApp } from './app.ts';
import {
  buildDatabaseTemplate,
  cacheFolder,
  createTestDatabase,
  readOrMakeCachedFile,
  type TestDatabase,
} from './database.ts';

/**
 * Opens a database with a small demo, dated by the clock of test apps: scored, with the work of its users
 * and with churn predictions. The demo is built once for each version of the sources and shared by
 * all test processes. On PostgreSQL, it is built each time.
 */
export async function openSmallDemo(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined && server !== '') {
    const created = await createTestDatabase();
    await fillWithSmallDemo(created.database);
    return created;
  }
  const dump = await readOrMakeCachedFile(`small-demo-${sourcesHash()}.tar`, async () => {
    await removeFormerDemos();
    const database = await openEmbedded({ kind: 'memory', dump: await buildDatabaseTemplate() });
    await fillWithSmallDemo(database);
    const made = await database.dump();
    await database.close();
    return made;
  });
  const database = await openEmbedded({ kind: 'memory', dump });
  return { database, close: () => database.close() };
}

/** Fills an empty database with a small demo, which is made from `seed`. */
export async function fillWithSmallDemo(database: Database, seed?: string): Promise<void> {
  const { app, dependencies } = await buildTestApp({
    database: { database, close: async () => undefined },
  });
  const { clock, env } = dependencies;
  await seedDemo(database, clock, {
    timeZone: env.BUSINESS_TIME_ZONE,
    scale: 0.15,
    ...(seed !== undefined && { seed }),
  });
  await scoreAndPopulateDemo(database, clock, env, rooms);
  await predictChurn(dependencies);
  await app.close();
}

/** Predicts churn, unless the demo has too few losses to train a model. */
async function predictChurn(dependencies: Dependencies): Promise<void> {
  const today = dayIn(dependencies.env.BUSINESS_TIME_ZONE, dependencies.clock());
  const watch = { progress: async () => {}, signal: new AbortController().signal };
  try {
    for (const step of pipelineStepKeys) await runPipelineStep(dependencies, step, today, watch);
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error;
  }
}

/** Returns a hash of all files that the content of the demo can depend on. */
function sourcesHash(): string {
  const root = join(import.meta.dirname, '..');
  const patterns = [
    'src/{server,shared}/**/*.ts',
    'migrations/*',
    'test/*.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256').update(process.version);
  for (const path of globSync(patterns, { cwd: root }).sort())
    if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

async function removeFormerDemos(): Promise<void> {
  for (const name of await readdir(cacheFolder))
    if (/^small-demo-.*\.tar$/.test(name)) await rm(join(cacheFolder, name));
}
