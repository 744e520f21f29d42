// Runs all checks: types, lint, unit tests, page tests, server tests and browser tests. Server
// tests run on the embedded database or, where the engine matters, on PostgreSQL. With --deep, all
// server tests run on both engines. Tests that are short by default (kills, power cuts, random
// requests) then run at full depth.
import { availableParallelism } from 'node:os';
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts';
import { findOrInstallChromium } from './chromium.ts';
import { runPlaywrightTests, startBrowserDemo } from './playwright.ts';
import { checkTypesAndLint, type Outcome, runCommandStep } from './steps.ts';
import { runVitestTests } from './vitest.ts';

const isDeep = process.argv.includes('--deep');
if (isDeep) process.env.TEST_DEPTH = 'deep';

/**
 * Server tests whose result depends on the database engine. By default, they run on PostgreSQL
 * only, or on the embedded database when PostgreSQL is not available. With `--deep`, they run on
 * both.
 */
const engineDependent = [
  'src/server/core/jobs/',
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
  'src/server/churn/',
  'src/server/action-items/',
  'src/server/alerts/',
  'src/server/playbooks/',
  'src/server/renewals/',
  'src/server/slas/',
  'src/server/radar/',
  'src/server/team/',
  'src/server/day/',
  'src/server/campaigns/',
  'src/server/tickets/',
];
/** Server tests of code that is specific to an engine. They run on both engines. */
const aboutEngines = [
  'src/server/auth/session',
  'src/server/core/clock/',
  'src/server/core/db/',
  'src/server/core/disk-full',
  'src/server/core/outage',
  'src/server/backup/',
];

const outcomes: Outcome[] = [];
const notRun: string[] = [];

const cluster = await postgres();
outcomes.push(...(await checkTypesAndLint()));
outcomes.push(
  await runVitestTests('unit, page and server tests (embedded database)', {
    projects: ['unit', 'web', 'web-mocking', 'server', 'server-mocking'],
    workers: availableParallelism() + 1,
    env: {
      TEST_DATABASE_URL: '',
      TEST_WITHOUT: cluster === undefined || isDeep ? '' : engineDependent.join(),
    },
  }),
);
// At full depth, the server of the browser tests creates the demo itself, as at a first start.
const chromium = findOrInstallChromium();
const browserDemo = chromium === undefined || isDeep ? undefined : startBrowserDemo();
outcomes.push(
  await runCommandStep('budget of what a browser fetches', 'node', ['scripts/budget.ts']),
);
await onPostgres();
await inTheBrowser();

for (const { name, passed, failed, skipped, seconds } of outcomes)
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${Math.round(seconds)} s)`,
  );
for (const failure of outcomes.flatMap(({ failures }) => failures ?? []))
  console.log(`failed: ${failure}`);
for (const flaky of outcomes.flatMap((outcome) => outcome.flaky ?? []))
  console.log(`passed at the second try only: ${flaky}`);
for (const reason of notRun) console.log(`not run: ${reason}`);
const total = (count: 'passed' | 'failed') =>
  outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

/**
 * Returns the PostgreSQL server of TEST_DATABASE_URL, or starts one; `undefined` when neither is
 * possible.
 */
async function postgres(): Promise<Pick<PostgresCluster, 'url' | 'stop'> | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  return given === undefined || given === ''
    ? await startPostgresCluster()
    : { url: given, stop: async () => undefined };
}

async function onPostgres(): Promise<void> {
  if (cluster === undefined) {
    notRun.push(
      'server tests on PostgreSQL (no server binary found and TEST_DATABASE_URL is not set)',
    );
    return;
  }
  try {
    outcomes.push(
      await runVitestTests('server tests (PostgreSQL)', {
        projects: ['server'],
        workers: 2 * availableParallelism(),
        env: { TEST_DATABASE_URL: cluster.url },
        files: isDeep ? [] : [...engineDependent, ...aboutEngines],
      }),
    );
  } finally {
    await cluster.stop();
  }
}

async function inTheBrowser(): Promise<void> {
  if (chromium === undefined) {
    notRun.push('browser journeys (no Chromium found, and it could not be installed)');
    return;
  }
  outcomes.push(await runPlaywrightTests('browser journeys', chromium, browserDemo));
}
