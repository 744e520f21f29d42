// Everything: types, lint, unit, page and server tests on the embedded database, what the engine decides again on PostgreSQL, browser
// journeys. With --deep, all server tests run on PostgreSQL too, and those that are short by default (kills, power cuts, random requests)
// run at their full depth.
import { startPostgresCluster } from '#test/postgres-cluster.ts';
import { findChromium } from './chromium.ts';
import { playwright } from './playwright.ts';
import { check, type Outcome, typesAndLint } from './steps.ts';
import { vitest } from './vitest.ts';

const isDeep = process.argv.includes('--deep');
if (isDeep) process.env.TEST_DEPTH = 'deep';

/** Where PostgreSQL may do otherwise than the embedded engine. The rest runs on it with --deep only. */
const decidedByEngine = [
  'src/server/auth/session',
  'src/server/core/clock/',
  'src/server/core/db/',
  'src/server/core/disk-full',
  'src/server/core/jobs/',
  'src/server/core/outage',
  'src/server/list/',
  'src/server/institutions/',
  'src/server/scoring/',
  'src/server/imports/',
  'src/server/health/',
  'src/server/portfolio/',
  'src/server/benchmarks/',
  'src/server/work/',
  'src/server/timeline/',
  'src/server/risk/',
  'src/server/boards/',
  'src/server/guides/',
];

const outcomes: Outcome[] = [];
const notRun: string[] = [];

outcomes.push(...(await typesAndLint()));
outcomes.push(
  await vitest('unit, page and server tests (embedded database)', ['unit', 'web', 'web-mocking', 'server'], { TEST_DATABASE_URL: '' }),
);
outcomes.push(await check('budget of what a browser fetches', 'node', ['scripts/budget.ts']));
await onPostgres();
await inTheBrowser();

for (const { name, passed, failed, skipped } of outcomes)
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
for (const failure of outcomes.flatMap(({ failures }) => failures ?? [])) console.log(`failed: ${failure}`);
for (const reason of notRun) console.log(`not run: ${reason}`);
const total = (count: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

async function onPostgres(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given === undefined || given === '' ? await startPostgresCluster() : { url: given, stop: async () => undefined };
  if (cluster === undefined) {
    notRun.push('server tests on PostgreSQL (no server binary found and TEST_DATABASE_URL is not set)');
    return;
  }
  try {
    outcomes.push(await vitest('server tests (PostgreSQL)', ['server'], { TEST_DATABASE_URL: cluster.url }, isDeep ? [] : decidedByEngine));
  } finally {
    await cluster.stop();
  }
}

async function inTheBrowser(): Promise<void> {
  const chromium = findChromium();
  if (chromium === undefined) {
    notRun.push('browser journeys (no Chromium found, and it could not be installed)');
    return;
  }
  outcomes.push(await playwright('browser journeys', chromium));
}
