// Measures a nightly feed with one row per location and day. The first figure is the cost of a row
// for companies of several sizes. The second is the duration of page requests during the feed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/core/db/database.ts';
import { importCsv } from '#server/imports/import.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { recomputeWeeksFromDays } from '#server/scoring/roll-up-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { defaultExternalSource, importReportSchema } from '#shared/imports/report.ts';
import { createTestApiKey } from '#test/api-key.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { startPostgresCluster } from '#test/postgres-cluster.ts';
import { openNewFolderDatabase } from './folder-database.ts';
import { median } from './median.ts';
import { measurePageCallsDuring } from './page-calls.ts';
import { measureSeconds } from './seconds.ts';
import type { Bench, BenchRow } from './types.ts';
import { firstLoadedWeek, loadWorld } from './world.ts';

const sizes = [1_000, 10_000, 30_000, 100_000];
const rounds = 3;
/** Number of locations for the measurement of the promised duration and of the page requests. */
const company = 30_000;
const promisedSeconds = { embedded: 8, postgres: 3 };
/**
 * Number of loaded weeks of usage. Two weeks are closed at the start, and one more in each round.
 */
const loadedWeeks = 5 + rounds;
const firstFeedDay = addDays(firstLoadedWeek, 7 * loadedWeeks);
const now = () => new Date(`${addDays(firstFeedDay, 27)}T18:00:00Z`);
const quietMs = 8_000;
const people = 8;

export const feedBench: Bench = {
  name: 'feed',
  async run() {
    const rows = await onEngine(openNewFolderDatabase);
    const cluster = await startPostgresCluster();
    if (cluster === undefined) return rows;
    const before = process.env.TEST_DATABASE_URL;
    process.env.TEST_DATABASE_URL = cluster.url;
    try {
      return [...rows, ...(await onEngine(createTestDatabase))];
    } finally {
      if (before === undefined) delete process.env.TEST_DATABASE_URL;
      else process.env.TEST_DATABASE_URL = before;
      await cluster.stop();
    }
  },
};

type Open = () => Promise<TestDatabase>;

const onEngine = async (open: Open): Promise<BenchRow[]> => [
  ...(await costOfRows(open)),
  ...(await pagesMeanwhile(open)),
];

function feed(locations: number, day: Day): Buffer {
  const rows = Array.from(
    { length: locations },
    (_, index) => `I-${index + 1},L-${index + 1},forms,${day},${index % 97}`,
  );
  return Buffer.from(['Institution ID,Location ID,Product,Date,Value', ...rows, ''].join('\n'));
}

async function bring(database: Database, locations: number, day: Day): Promise<void> {
  const { added } = await importCsv({
    kind: 'usage',
    input: [feed(locations, day)],
    source: 'bench',
    externalSource: defaultExternalSource,
    database,
    clock: now,
    timeZone: 'America/Los_Angeles',
  });
  if (added !== locations) throw new Error(`Only ${added} of ${locations} rows went in`);
}

/**
 * Measures each company size in a separate database. Each round loads another day into every
 * database.
 */
async function costOfRows(open: Open): Promise<BenchRow[]> {
  const companies = [];
  for (const size of sizes) {
    const opened = await open();
    await loadWorld(opened.database.background, size, 0);
    companies.push({ size, ...opened, took: [] as number[] });
  }
  // The first day is a warm-up. It creates the week that the other days change.
  for (let round = 0; round <= rounds; round++)
    for (const { database, size, took } of companies) {
      const time = await measureSeconds(() => bring(database, size, addDays(firstFeedDay, round)));
      if (round > 0) took.push(time);
    }
  for (const { close } of companies) await close();
  const engine = companies[0]?.database.engine ?? 'embedded';
  const perRow = ({ size, took }: { size: number; took: number[] }) =>
    took.map((time) => (1e6 * time) / size);
  const [smallest, ...larger] = companies;
  const anchor = smallest === undefined ? [] : perRow(smallest);
  const rows = larger.map((each): BenchRow => {
    const ours = perRow(each);
    return {
      bench: 'feed',
      measure: `${engine}: a row of ${each.size.toLocaleString('en-US')} locations, against one of ${sizes[0]?.toLocaleString('en-US')}`,
      ours: median(ours),
      anchor: median(anchor),
      ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
      limit: { atMost: 1.3 },
      unit: 'µs',
      note: `the whole feed took ${median(each.took).toFixed(1)} s`,
    };
  });
  const took = median(companies.find(({ size }) => size === company)?.took ?? []);
  const promised = promisedSeconds[engine];
  return [
    ...rows,
    {
      bench: 'feed',
      measure: `${engine}: a day of ${company.toLocaleString('en-US')} locations, against the promise`,
      ours: took,
      anchor: promised,
      ratio: took / promised,
      limit: { atMost: 1 },
      unit: 's',
    },
  ];
}

/** Returns the paths that pages request when they are opened. */
const pagePaths = (institution: number) => [
  '/api/auth/user',
  '/api/customer-practices',
  '/api/portfolio/list',
  '/api/benchmarks',
  '/api/health-trends/weekly-comparison',
  `/api/health-trends/institution/${institution}?weeks=1`,
  `/api/feature-targets/${institution}`,
  `/api/customer-practices/institution/${institution}`,
  `/api/institution/${institution}/usage`,
  `/api/institution/${institution}/health-history`,
  '/api/benchmarks/table',
  '/api/work/summaries',
];

async function pagesMeanwhile(open: Open): Promise<BenchRow[]> {
  const test = await buildTestApp({ now: now(), database: await open() });
  const { database } = test;
  await loadWorld(database.background, company, loadedWeeks);
  const sundays = sundaysFrom(addDays(firstFeedDay, -7 * rounds));
  await closeCompleteWeeks(database.background, sundays.next().value, now);
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const paths = Array.from({ length: 40 }, (_, index) =>
    pagePaths(1 + ((index * 7919) % company)),
  ).flat();
  const target = {
    origin,
    paths,
    cookies: await Promise.all(Array.from({ length: people }, () => test.signIn('member'))),
  };
  // The first request builds the lists, so it is not measured.
  for (const path of pagePaths(1)) await test.inject({ method: 'GET', url: path });
  const days = feedDays();
  await send(test, origin, days);

  const works: Record<string, () => Promise<unknown>> = {
    'a feed': () => send(test, origin, days),
    'the roll-up of two weeks': () =>
      recomputeWeeksFromDays(database.background, firstFeedDay, addDays(firstFeedDay, 13)),
    'the provisional scores': () =>
      replaceProvisionalScores(database.background, addDays(firstFeedDay, 2), now),
    'the closing of a week': () => closeOneWeek(database, sundays.next().value),
  };
  const rows: BenchRow[] = [];
  for (const [name, work] of Object.entries(works)) {
    const ours: number[] = [];
    const anchor: number[] = [];
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      anchor.push((await measurePageCallsDuring(target, () => pause(quietMs))).p99);
      ours.push(
        (await measurePageCallsDuring(target, async () => took.push(await measureSeconds(work))))
          .p99,
      );
    }
    rows.push({
      bench: 'feed',
      measure: `${database.engine}: p99 of the pages' calls during ${name}, against none`,
      ours: median(ours),
      anchor: median(anchor),
      ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
      limit: { atMost: 2 },
      unit: 'ms',
      note: `${company.toLocaleString('en-US')} locations; it took ${median(took).toFixed(1)} s`,
    });
  }
  await test.close();
  return rows;
}

async function closeOneWeek(database: Database, sunday: Day): Promise<void> {
  const { weeks } = await closeCompleteWeeks(database.background, sunday, now);
  if (weeks !== 1) throw new Error(`${weeks} weeks were closed instead of one`);
}

function* sundaysFrom(first: Day): Generator<Day, never> {
  for (let sunday = first; ; sunday = addDays(sunday, 7)) yield sunday;
}

function* feedDays(): Generator<Day, never> {
  for (let day = firstFeedDay; ; day = addDays(day, 1)) yield day;
}

/** Sends the feed of the next day. */
async function send(
  { database }: TestApp,
  origin: string,
  days: Generator<Day, never>,
): Promise<void> {
  const key = await createTestApiKey(database.background, 'bench');
  const answer = await fetch(`${origin}/api/ingest/usage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: new Uint8Array(feed(company, days.next().value)),
  });
  const { added } = importReportSchema.parse(await answer.json());
  if (added !== company) throw new Error(`Only ${added} of ${company} rows went in`);
}
