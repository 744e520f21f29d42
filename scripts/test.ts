// Everything: types, lint, unit and page tests, server tests on the embedded database or, where the engine decides, on PostgreSQL, browser
// journeys. With --deep, all server tests run on both, and those that are short by default (kills, power cuts, random requests) run at
// their full depth.
import { availableParallelism } from 'node:os';
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts';
import { findChromium } from './chromium.ts';
import { playwright } from './playwright.ts';
import { check, type Outcome, typesAndLint } from './steps.ts';
import { vitest } from './vitest.ts';

const isDeep = process.argv.includes('--deep');
if (isDeep) process.env.TEST_DEPTH = 'deep';

/** Where the engine decides. By default these run on PostgreSQL alone where there is one; their rules are unit tests. */
const decidedByEngine = [
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
];
/** What is about one engine or the other, or about both at once. */
const aboutEngines = [
  'src/server/auth/session',
  'src/server/core/clock/',
  'src/server/core/db/',
  'src/server/core/disk-full',
  'src/server/core/outage',
  'src/server/admin/backup/',
];

const outcomes: Outcome[] = [];
const notRun: string[] = [];

const cluster = await postgres();
outcomes.push(...(await typesAndLint()));
outcomes.push(
  await vitest('unit, page and server tests (embedded database)', {
    projects: ['unit', 'web', 'web-mocking', 'server', 'server-mocking'],
    workers: availableParallelism() + 1,
    env: { TEST_DATABASE_URL: '', TEST_WITHOUT: cluster === undefined || isDeep ? '' : decidedByEngine.join() },
  }),
);
outcomes.push(await check('budget of what a browser fetches', 'node', ['scripts/budget.ts']));
await onPostgres();
await inTheBrowser();

for (const { name, passed, failed, skipped, seconds } of outcomes)
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${Math.round(seconds)} s)`,
  );
for (const failure of outcomes.flatMap(({ failures }) => failures ?? [])) console.log(`failed: ${failure}`);
for (const unsteady of outcomes.flatMap(({ unsteady }) => unsteady ?? [])) console.log(`passed at the second try only: ${unsteady}`);
for (const reason of notRun) console.log(`not run: ${reason}`);
const total = (count: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

/** The server that was given, or one of our own; undefined where there is neither. */
async function postgres(): Promise<Pick<PostgresCluster, 'url' | 'stop'> | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  return given === undefined || given === '' ? await startPostgresCluster() : { url: given, stop: async () => undefined };
}

async function onPostgres(): Promise<void> {
  if (cluster === undefined) {
    notRun.push('server tests on PostgreSQL (no server binary found and TEST_DATABASE_URL is not set)');
    return;
  }
  try {
    outcomes.push(
      await vitest('server tests (PostgreSQL)', {
        projects: ['server'],
        workers: 2 * availableParallelism(),
        env: { TEST_DATABASE_URL: cluster.url },
        files: isDeep ? [] : [...decidedByEngine, ...aboutEngines],
      }),
    );
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
