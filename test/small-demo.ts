// Runs the product with a small demo in a separate process. When it is ready, prints its address
// and the cookie of a signed-in admin.
import { runPipelineStep } from '#server/churn/pipeline/pipeline.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { scoreAndPopulateDemo } from '#server/demo/start.ts';
import { rooms } from '#server/rooms.ts';
import { pipelineStepKeys } from '#shared/churn/pipeline/pipeline-runs.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildTestApp } from './app.ts';

const { app, dependencies, signIn } = await buildTestApp();
const { database, clock, env } = dependencies;
await seedDemo(database, clock, { timeZone: env.BUSINESS_TIME_ZONE, scale: 0.15 });
await scoreAndPopulateDemo(database, clock, env, rooms);
const watch = { progress: async () => {}, signal: new AbortController().signal };
for (const step of pipelineStepKeys)
  await runPipelineStep(dependencies, step, dayIn(env.BUSINESS_TIME_ZONE, clock()), watch);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ origin, cookie: await signIn('admin') })}\n`);
process.stdin.resume().once('end', () => process.exit());
